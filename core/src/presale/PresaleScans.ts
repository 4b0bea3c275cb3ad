import { Clock, Context, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { InvalidArgument } from "../base/Refusal.ts"
import { PrintedCodes } from "../organisation/PrintedCodes.ts"
import { ticketRules } from "../sale/TicketRules.ts"
import { TicketSales } from "../sale/TicketSales.ts"
import type { NewTicketScan, UserTagScan } from "../sale/TicketScan.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import type { TicketState } from "../wristband/TicketVoucher.ts"
import { freshBudget, grant, isFresh, type LookupBudget } from "./PresaleLookup.ts"
import { PresaleReadings } from "./PresaleReadings.ts"

/** Refusals that the shop may have taken back since it was read. */
const mayBeOld: ReadonlySet<string> = new Set([
  ticketRules.voucher_unknown.name,
  ticketRules.voucher_cancelled.name,
  ticketRules.voucher_unpaid.name,
  ticketRules.voucher_early.name,
  ticketRules.voucher_late.name
])

/** A scan is answered after so long, in milliseconds, whatever the shop does. */
const longestWait = 1500

/** A look-up ends after so long also when no one waits for it any more. */
const longestLookup = "20 seconds"

/** The code of a scan, as it is stored if the event has it. */
type CodeScan = Pick<UserTagScan, "tag_pin" | "voucher_token">

/** What the shop says of the ticket with a code; null if it has none, or said nothing in time. */
type Looked = ReadonlyMap<string, TicketState | null>

/** Scans of tickets at the entrance. A code that is unknown or refused is looked up in the ticket shop, which may know better. */
export class PresaleScans extends Context.Service<PresaleScans>()("core/PresaleScans", {
  make: Effect.gen(function*() {
    const printed = yield* PrintedCodes
    const readings = yield* PresaleReadings
    const sql = yield* SqlClient.SqlClient
    const tickets = yield* TicketSales
    const scope = yield* Effect.scope
    const budgets = new Map<bigint, LookupBudget>()

    /** The codes that no look-up could change anything about. */
    const settled = (eventId: bigint, codes: ReadonlyArray<string>) =>
      Effect.map(
        sql<{ token: string }>`select token from ticket_voucher
          where event_id = ${eventId} and token = any(${codes}::text[])
            and (redeemed_at is not null or (state = 'valid' and valid_from is null and valid_until is null))`,
        (rows) => new Set(rows.map(({ token }) => token))
      )

    const granted = (eventId: bigint, codes: ReadonlyArray<string>, now: number) => {
      for (const [id, budget] of budgets) if (isFresh(budget, now)) budgets.delete(id)
      const { budget, granted: found } = grant(budgets.get(eventId) ?? freshBudget, codes, now)
      budgets.set(eventId, budget)
      return found
    }

    /** A look-up that no one waits for any more goes on, so that the next scan knows its outcome. */
    const lookUp = (eventId: bigint, code: string, millis: number) =>
      readings.lookUp(eventId, code).pipe(
        Effect.timeout(longestLookup),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logInfo("A ticket could not be looked up in its shop", cause), null)
        ),
        Effect.forkIn(scope),
        Effect.flatMap((fiber) =>
          Fiber.join(fiber).pipe(Effect.timeoutOrElse({ duration: millis, orElse: () => Effect.succeed(null) }))
        ),
        Effect.map((state) => [code, state] as const)
      )

    /** The scans with their codes as they are stored, or as they were sent. */
    const asStored = Effect.fnUntraced(function*(eventId: bigint, scans: ReadonlyArray<UserTagScan>) {
      const codes = yield* printed.tickets(eventId, scans.map(({ voucher_token }) => voucher_token ?? ""))
      return scans.map(({ tag_pin, voucher_token }, at): CodeScan => ({
        tag_pin,
        voucher_token: voucher_token === null ? null : codes[at]!
      }))
    })

    /** Looks up the codes of a refused scan; null if it is not worth another scan. */
    const lookUpAll = Effect.fnUntraced(function*(eventId: bigint, scans: ReadonlyArray<CodeScan>, began: number) {
      const codes = scans.flatMap(({ voucher_token: code }) => code === null || code === "" ? [] : [code])
      const known = yield* Effect.orDie(settled(eventId, codes))
      const now = yield* Clock.currentTimeMillis
      const asked = granted(eventId, codes.filter((code) => !known.has(code)), now)
      const left = longestWait - (now - began)
      if (asked.length === 0 || left <= 0) return null
      const found = yield* Effect.forEach(asked, (code) => lookUp(eventId, code, left), { concurrency: "unbounded" })
      return found.every(([, state]) => state === null) ? null : new Map(found)
    })

    /** The tickets that scanned tags would get. */
    const scan = Effect.fn("PresaleScans.scan")(
      function*(terminal: TerminalCall<"can_book_orders">, request: NewTicketScan) {
        const began = yield* Clock.currentTimeMillis
        return yield* Effect.catchIf(
          tickets.scan(terminal, request),
          (error): error is InvalidArgument => error instanceof InvalidArgument && mayBeOld.has(error.rule),
          (refusal) =>
            Effect.gen(function*() {
              const scans = yield* asStored(terminal.eventId, request.customer_tags)
              const looked = yield* lookUpAll(terminal.eventId, scans, began)
              if (looked === null) return yield* Effect.fail(refusal)
              return yield* Effect.mapError(
                tickets.scan(terminal, request),
                (error) => knownBetter(error, scans, looked)
              )
            })
        )
      }
    )

    return { scan }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([PresaleReadings.layer, PrintedCodes.layer, TicketSales.layer])
  )
}

/** A ticket that never was valid is not stored, but the shop has just said what it is. */
const knownBetter = <E>(error: E, scans: ReadonlyArray<CodeScan>, looked: Looked): E | InvalidArgument => {
  if (!(error instanceof InvalidArgument) || error.rule !== ticketRules.voucher_unknown.name) return error
  for (const { tag_pin: pin, voucher_token: code } of scans) {
    const state = code === null ? undefined : looked.get(code)
    if (state === "suspended") return InvalidArgument.of(ticketRules.voucher_unpaid, { pin })
    if (state === "cancelled") return InvalidArgument.of(ticketRules.voucher_cancelled, { pin })
    if (state === null) return error
  }
  return error
}
