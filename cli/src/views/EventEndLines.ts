import * as Money from "@wristbank/core/base/Money"
import type { EndStep } from "@wristbank/core/overview/EventEnd"
import { endWords } from "./EventEndWords.ts"

/** A step as it is when it is done, or what of it is left. */
export const stateText = ({ amount, count, state, step }: EndStep, currency: string): string => {
  const { done, left } = endWords[step]
  if (state === "done") return done
  return `${count} ${left}${amount === null ? "" : `, ${Money.format(amount)} ${currency}`}`
}

const marks = { done: "x", open: " ", advised: "-" }

const todoLines = ({ step }: EndStep): ReadonlyArray<string> => {
  const { commands, todo } = endWords[step]
  return commands.length === 0 ? [todo] : [todo, `wristbank ${commands.map(([name]) => name).join(", ")}`]
}

/** The steps after an event, a line each; below a step that is left stands how it is done. */
export const endLines = (steps: ReadonlyArray<EndStep>, currency: string): ReadonlyArray<string> =>
  steps.flatMap((step) => [
    `[${marks[step.state]}] ${stateText(step, currency)}`,
    ...(step.state === "done" ? [] : todoLines(step).map((line) => `      ${line}`))
  ])
