import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  ambiguousCharacters,
  type Candidate,
  mayBeMisread,
  meant,
  readCodes,
  typedCode,
  type UsedCharacters
} from "../base/PrintedCode.ts"

/** The stored codes of one kind in an event. */
interface CodesOfKind {
  /** Those that differ from one of the texts in upper and lower case alone. */
  readonly like: (
    eventId: bigint,
    texts: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Candidate>, unknown>
  /** Those of the characters, in upper case, that occur in codes of the event. */
  readonly used: (eventId: bigint) => Effect.Effect<UsedCharacters, unknown>
}

/**
 * Reads what people type or scan as the code that is printed: PINs of wristbands and codes of presale tickets, wherever they are asked
 * for. Case, blanks, dashes, and a 0 for an O or a 1 for an I make no difference.
 */
export class PrintedCodes extends Context.Service<PrintedCodes>()("core/PrintedCodes", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const codesOf = (table: "user_tag" | "ticket_voucher", column: "pin" | "token"): CodesOfKind => {
      const code = sql.literal(`stored.${column}`)
      return {
        like: (eventId, texts) =>
          sql<Candidate>`select given.typed, found.code from unnest(${texts}::text[]) as given (typed)
            join lateral (
              select ${code} as code from ${sql(table)} stored
              where stored.event_id = ${eventId} and lower(${code}) = lower(given.typed) offset 0
            ) found on true`,
        used: (eventId) =>
          Effect.map(
            sql<{ used: string }>`select used from unnest(${ambiguousCharacters}::text[]) as used where exists (
              select from ${sql(table)} stored where stored.event_id = ${eventId} and strpos(upper(${code}), used) > 0
            )`,
            (rows) => new Set(rows.map(({ used }) => used))
          )
      }
    }

    return {
      /** The PINs of wristbands. */
      pins: reading(codesOf("user_tag", "pin")),
      /** The codes of presale tickets. */
      tickets: reading(codesOf("ticket_voucher", "token"))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** The code that each text means as it is stored; the text itself, without surrounding blanks, where there is none. */
const reading = ({ like, used }: CodesOfKind) =>
  Effect.fnUntraced(function*(eventId: bigint, typed: ReadonlyArray<string>) {
    const texts = typed.map(typedCode)
    if (texts.every((text) => text === "")) return texts
    const stored = yield* Effect.orDie(like(eventId, texts))
    const read = texts.map((text) => meant(text, stored))
    const unread = texts.filter((text, at) => read[at] === undefined && mayBeMisread(text))
    if (unread.length === 0) return texts.map((text, at) => read[at] ?? text)
    const characters = yield* Effect.orDie(used(eventId))
    const reread = new Map(unread.map((text) => [text, readCodes(text, characters)]))
    const others = yield* Effect.orDie(like(eventId, [...new Set([...reread.values()].flat())]))
    const found = (text: string) =>
      (reread.get(text) ?? []).map((code) => meant(code, others)).find((code) => code !== undefined)
    return texts.map((text, at) => read[at] ?? found(text) ?? text)
  })
