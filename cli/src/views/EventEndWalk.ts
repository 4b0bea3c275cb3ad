import { type EndStep, type EndStepName, type EndStop, nextStop, stopName } from "@wristbank/core/overview/EventEnd"
import { Effect } from "effect"
import { terminal } from "../secrets/PasswordInput.ts"
import { ask, type Asking } from "../shell/Confirmation.ts"
import { stateText } from "./EventEndLines.ts"
import { booksWords, endWords } from "./EventEndWords.ts"

/** The event that is closed, and the user in whose name that is done. */
interface Closed {
  readonly eventId: bigint
  readonly currency: string
  readonly login: string
}

/** A login, quoted for the shell. */
const shellWord = (text: string) => /^[\w@.+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** What is left at a stop, what is to be done, and where. */
export const stopLines = (stop: EndStop, { currency, eventId, login }: Closed): ReadonlyArray<string> => {
  // The archiving is no stop: the command asks for it at the end.
  if (stop !== "books" && stop.step === "archive") return []
  const { commands, screen, todo } = stop === "books" ? booksWords : endWords[stop.step]
  return [
    stop === "books" ? "The books for accounting" : stateText(stop, currency),
    `  ${todo}`,
    ...(screen === null ? [] : [`  Back office: ${screen.join(", ")}`]),
    ...commands.map(([name, rest]) => `  wristbank ${name} ${rest(`--event ${eventId}`, `--as ${shellWord(login)}`)}`)
  ]
}

/** Where a walk ended. */
export interface Walked {
  /** The steps as they were read last. */
  readonly steps: ReadonlyArray<EndStep>
  /** Whether the user left before the end. */
  readonly isLeft: boolean
}

/**
 * Leads a user from one step that is left to the next. Each Enter reads what is stored: a step that is done by then is followed by
 * the next one, no matter who did it. Nothing of the walk is stored, so another one begins where this one ended. Without a terminal it
 * asks nothing.
 */
export const walkThrough = Effect.fnUntraced(function*<E, R>(
  first: ReadonlyArray<EndStep>,
  read: Effect.Effect<ReadonlyArray<EndStep>, E, R>,
  closed: Closed,
  asking: Asking = terminal
) {
  const say = (...lines: ReadonlyArray<string>) =>
    Effect.sync(() => asking.output.write(lines.map((line) => `${line}\n`).join("")))
  let steps = first
  const passed = new Set<EndStepName | "books">()
  const walked = (isLeft: boolean): Walked => ({ steps, isLeft })
  if (asking.input.isTTY !== true || steps.some(({ state, step }) => step === "archive" && state === "done")) {
    return walked(false)
  }
  for (let shown: string | null = null;;) {
    const stop = nextStop(steps, passed)
    if (stop === null) {
      const open = steps.filter(({ state, step }) => state === "open" && step !== "archive")
      if (open.length > 0) {
        yield* say(
          "",
          "Before the event can be archived:",
          ...open.map((step) => `[ ] ${stateText(step, closed.currency)}`)
        )
      }
      return walked(false)
    }
    const name = stopName(stop)
    yield* stop !== "books" && shown === name
      ? say(`Still ${stateText(stop, closed.currency)}`)
      : say("", ...stopLines(stop, closed))
    shown = name
    const answer = (yield* ask(stop === "books" ? "Enter goes on, q leaves: " : prompt, asking))?.trim().toLowerCase()
    if (answer === undefined || answer === "q") {
      yield* say("", "Call this again to go on: everything is read from what is stored.")
      return walked(true)
    }
    steps = yield* read
    if (stop === "books" || answer === "n") passed.add(name)
    const now = steps.find(({ step }) => step === name)
    if (now?.state === "done") yield* say(`[x] ${stateText(now, closed.currency)}`)
  }
})

const prompt = "Enter looks whether it is done, n goes on without it, q leaves: "
