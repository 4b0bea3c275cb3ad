import type { EndStop } from "@wristbank/core/overview/EventEnd"
import { stateText } from "./EventEndLines.ts"
import { booksWords, endWords } from "./EventEndWords.ts"

/** The event that is closed, and the user in whose name that is done. */
export interface Closed {
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
