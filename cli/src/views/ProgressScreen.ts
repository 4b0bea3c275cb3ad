import { Box, type Instance, render, Text, useAnimation } from "ink"
import { createElement as element, type ReactElement } from "react"
import { type Display, portionText, type Step } from "./ProgressStep.ts"

/** The steps in a terminal, redrawn in place. Plain calls instead of JSX, which Node can't strip. */
export const openDisplay = (): Display => {
  // A screen prints an empty line when it ends, so it opens only when it has something to show.
  let screen: Instance | null = null
  return {
    show: (steps, notes) => {
      const content = element(Steps, { steps, notes })
      if (screen === null) screen = render(content, { stdout: process.stderr, exitOnCtrlC: false, patchConsole: true })
      else screen.rerender(content)
    },
    close: () => screen?.unmount()
  }
}

type StepsProps = { readonly steps: ReadonlyArray<Step>; readonly notes: ReadonlyArray<string> }

/** All steps so far, and the notes below them. */
export const Steps = ({ notes, steps }: StepsProps): ReactElement =>
  element(
    Box,
    { flexDirection: "column" },
    ...steps.map((step) => element(Line, { key: step.label, step })),
    ...notes.map((note) => element(Text, { key: note, color: "yellow" }, note))
  )

const Line = ({ step }: { readonly step: Step }) =>
  element(
    Text,
    null,
    element(Mark, { state: step.state }),
    ` ${step.label} `,
    step.portion === undefined ? "" : element(Text, { dimColor: true }, portionText(step.portion)),
    step.state === "done" ? element(Text, { dimColor: true }, `${step.seconds.toFixed(1)} s`) : ""
  )

const Mark = ({ state }: { readonly state: Step["state"] }) => {
  const { frame } = useAnimation({ isActive: state === "running" })
  if (state === "done") return element(Text, { color: "green" }, "✔")
  if (state === "failed") return element(Text, { color: "red" }, "✖")
  return element(Text, { color: "cyan" }, SPINNER[frame % SPINNER.length])
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
