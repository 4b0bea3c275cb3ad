import { Context, Effect, Layer, Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { nullOr } from "../base/OptionalField.ts"
import type { Problem } from "../base/Rule.ts"
import { WorkDone } from "../base/WorkDone.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { OrderChanges } from "./OrderChanges.ts"
import { type FileFormat, readTicketFile } from "./TicketFile.ts"

/** A row, or an order that begins with it, that is not imported. */
const FileFinding = Schema.Struct({
  line: Schema.Int,
  order: nullOr(Schema.String),
  rule: Schema.String,
  message: Schema.String
})

/** What became of a file of tickets, or would become of it. */
export class FileImport extends Schema.Class<FileImport>("FileImport")({
  /** Whether nothing was stored. */
  dry_run: Schema.Boolean,
  /** Orders that could be read. */
  orders: Schema.Int,
  /** Orders that change nothing. */
  unchanged: Schema.Int,
  /** Tickets. */
  added: Schema.Int,
  updated: Schema.Int,
  cancelled: Schema.Int,
  /** By line. */
  problems: Schema.Array(FileFinding)
}) {}

/** Orders that are compared, and stored if they are new, in one transaction. */
const atOnce = 100

/** Imports tickets from files, for shops that no client is made for. */
export class PresaleFiles extends Context.Service<PresaleFiles>()("core/PresaleFiles", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const listed = yield* OrderChanges

    /**
     * Imports a file, new orders some at once and each other in a transaction of its own, or says what that would change. Orders
     * with a problem are left out. Fails if the file is no table of tickets, and if the event is archived.
     */
    const run = Effect.fn("PresaleFiles.run")(function*(
      caller: AtEvent,
      { bytes, name }: { readonly name: string; readonly bytes: Uint8Array },
      { dryRun, format }: { readonly format: FileFormat; readonly dryRun: boolean }
    ) {
      const { orders, problems } = yield* Effect.fromResult(readTicketFile(bytes, format))
      // Before the orders, so that a killed import is known as well.
      if (!dryRun) {
        const sha256 = createHash("sha256").update(bytes).digest("hex")
        yield* changes.run(
          caller,
          () => ({ logType: "presale_file_imported", content: { file: name, sha256, orders: orders.length } }),
          Effect.void,
          { withoutVersion: true }
        )
      }
      const findings = problems.map((found) => findingOf(found.line, found.order, found.problem))
      const count = { unchanged: 0, added: 0, updated: 0, cancelled: 0 }
      const workDone = yield* WorkDone
      for (let at = 0; at < orders.length; at += atOnce) {
        yield* workDone(at, orders.length)
        const some = orders.slice(at, at + atOnce)
        const outcomes = yield* (dryRun ? listed.preview : listed.accept)(caller.eventId, some)
        for (const [n, outcome] of outcomes.entries()) {
          const { code, line } = some[n]!
          if (Result.isFailure(outcome)) {
            findings.push(findingOf(line, code, outcome.failure))
            continue
          }
          const { added, cancelled, updated } = outcome.success
          if (added + cancelled + updated === 0) count.unchanged++
          count.added += added
          count.updated += updated
          count.cancelled += cancelled
        }
      }
      return new FileImport({
        dry_run: dryRun,
        orders: orders.length,
        ...count,
        problems: findings.toSorted((a, b) => a.line - b.line)
      })
    })

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Changes.layer, OrderChanges.layer]))
}

const findingOf = (line: number, order: string | null, { rule, sentence }: Problem): typeof FileFinding.Type => ({
  line,
  order,
  rule,
  message: sentence("en")
})
