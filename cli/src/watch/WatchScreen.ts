import { Effect } from "effect"
import { Box, render, type RenderOptions, Text, useInput, useWindowSize } from "ink"
import { createElement as element, type ReactElement, useEffect, useState } from "react"
import { type Line, screenLines } from "./WatchLines.ts"
import { afterKey, type Choice, firstChoice, type WatchState } from "./WatchState.ts"

const looks: { readonly [tone in Line["tone"]]: Parameters<typeof Text>[0] } = {
  plain: {},
  title: { bold: true },
  red: { color: "red", bold: true },
  amber: { color: "yellow" },
  good: { color: "green" },
  dim: { dimColor: true },
  chosen: { inverse: true }
}

interface WatchScreenProps {
  readonly state: WatchState
  readonly onQuit: () => void
}

/** Shows the state in the whole terminal, each second anew, as all ages change. Plain calls instead of JSX, which Node can't strip. */
export const WatchScreen = ({ onQuit, state }: WatchScreenProps): ReactElement => {
  const [choice, setChoice] = useState<Choice>(firstChoice)
  const now = useNow()
  const size = useWindowSize()
  useInput((input, key) => {
    if (input === "q" || (key.ctrl && input === "c")) return onQuit()
    const pressed = key.upArrow ? "up" : key.downArrow ? "down" : key.return ? "enter" : key.escape ? "escape" : input
    setChoice((before) => afterKey(state, before, pressed))
  })
  // A last column and row that stay empty keep terminals from wrapping and scrolling.
  const lines = screenLines(state, choice, { columns: size.columns - 1, rows: size.rows - 1 }, now + state.aheadMillis)
  return element(
    Box,
    { flexDirection: "column" },
    ...lines.map(({ text, tone }, at) => element(Text, { key: at, wrap: "truncate", ...looks[tone] }, text || " "))
  )
}

const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The terminal of the screen; by default that of the process. */
type Terminal = Pick<RenderOptions, "interactive" | "stdin" | "stdout">

/** Opens the screen; it is closed with the scope. `quit` ends when the person leaves it. */
export const openScreen = (first: WatchState, terminal: Terminal = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const { promise: quit, resolve: quitted } = Promise.withResolvers<void>()
      const of = (state: WatchState) => element(WatchScreen, { state, onQuit: quitted })
      const screen = render(of(first), {
        ...terminal,
        alternateScreen: true,
        exitOnCtrlC: false,
        patchConsole: false
      })
      return {
        show: (state: WatchState) => Effect.sync(() => screen.rerender(of(state))),
        quit: Effect.promise(() => quit),
        screen
      }
    }),
    ({ screen }) =>
      Effect.promise(async () => {
        screen.unmount()
        await screen.waitUntilExit()
      })
  )
