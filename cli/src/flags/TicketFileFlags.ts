import { Flags } from "@oclif/core"
import type { FileFormat, TicketColumn } from "@wristbank/core/presale/TicketFile"
import type { TicketState } from "@wristbank/core/wristband/TicketVoucher"
import { Effect, Result } from "effect"
import { FlagNotRead } from "./FlagNotRead.ts"

const columns: ReadonlyArray<TicketColumn> = [
  "order",
  "code",
  "position",
  "name",
  "email",
  "product",
  "credit",
  "state"
]
const states: ReadonlyArray<TicketState> = ["valid", "suspended", "cancelled"]

/** How a file of tickets is read. */
export const ticketFileFlags = {
  column: Flags.string({
    description: `heading of a column, as code=Barcode; columns are ${columns.join(", ")}`,
    helpValue: "<column>=<heading>",
    multiple: true
  }),
  state: Flags.string({
    description: "meaning of a word in the column state, as cancelled=void; states are " + states.join(", "),
    helpValue: "<state>=<word>",
    multiple: true
  }),
  product: Flags.string({
    description: "product that is a ticket; other rows are left out (default: every row is one)",
    helpValue: "<name>",
    multiple: true
  }),
  delimiter: Flags.string({
    description: "separator of cells (default: found out of ; , tab |)",
    helpValue: "<character>"
  }),
  decimal: Flags.option({
    description: "sign before the cents (default: found out of each amount)",
    options: ["comma", "point"] as const
  })()
}

interface GivenFormat {
  readonly column?: ReadonlyArray<string> | undefined
  readonly state?: ReadonlyArray<string> | undefined
  readonly product?: ReadonlyArray<string> | undefined
  readonly delimiter?: string | undefined
  readonly decimal?: "comma" | "point" | undefined
}

/** The format that the flags name. */
export const formatOf = (given: GivenFormat): Effect.Effect<FileFormat, FlagNotRead> =>
  Effect.fromResult(Result.gen(function*() {
    const headings = yield* assigned("column", columns, given.column ?? [])
    const words = yield* assigned("state", states, given.state ?? [])
    const delimiter = given.delimiter === "\\t" ? "\t" : given.delimiter ?? null
    if (delimiter !== null && (delimiter.length !== 1 || /["\r\n]/.test(delimiter))) {
      return yield* refuse("--delimiter must be one character, such as ; or \\t")
    }
    return {
      columns: Object.fromEntries(headings),
      states: Object.fromEntries(words.map(([state, word]) => [word, state])),
      products: given.product ?? [],
      delimiter,
      decimal: given.decimal ?? null
    }
  }))

const assigned = <Name extends string>(flag: string, names: ReadonlyArray<Name>, texts: ReadonlyArray<string>) =>
  Result.all(texts.map((text) => {
    const at = text.indexOf("=")
    const name = names.find((one) => one === text.slice(0, at))
    return name === undefined || at === text.length - 1
      ? refuse(`--${flag} must be as ${names[0]}=…, with one of ${names.join(", ")} before the sign`)
      : Result.succeed([name, text.slice(at + 1)] as const)
  }))

const refuse = (message: string) => Result.fail(new FlagNotRead({ message }))
