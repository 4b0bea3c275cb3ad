import { Context, Data, Effect, Layer, Schema } from "effect"
import { NotFound } from "../base/Refusal.ts"
import type { OrderDraft } from "../journal/Order.ts"
import { AlreadyProcessed } from "../journal/Refusal.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { placeOf } from "../organisation/Place.ts"
import { TillChangeRepository } from "../till/TillChangeRepository.ts"
import { type Book, entryAt, TillChanges } from "../till/TillChanges.ts"
import type { CashierShift } from "./Cashier.ts"
import { CashierRepository } from "./CashierRepository.ts"
import { CloseOut, closeOut, CloseOutResult, isSameCloseOut } from "./CloseOut.ts"
import { ShiftRepository } from "./ShiftRepository.ts"
import { StockUpRepository } from "./StockUpRepository.ts"

/** The shift ended with this close-out already; nothing is booked again. */
class ClosedBefore extends Data.TaggedError("ClosedBefore")<{ readonly shift: CashierShift }> {}

/** Closes shifts in the back office. */
export class CloseOuts extends Context.Service<CloseOuts>()("core/CloseOuts", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const cashiers = yield* CashierRepository
    const changes = yield* TillChanges
    const shifts = yield* ShiftRepository
    const tills = yield* StockUpRepository

    /** Reads the state under the lock of the register's account. */
    const stateOf = Effect.fnUntraced(function*(caller: AtEvent, cashierId: bigint, counterId: bigint) {
      const { eventId } = caller
      const place = placeOf(caller)
      const cashier = yield* cashiers.find(place, cashierId)
      if (cashier === undefined) return yield* new NotFound({ element_type: "cashier", element_id: cashierId })
      const registerId = cashier.cash_register_id
      yield* bindings.lockRegisters(eventId, {
        terminalIds: [],
        registerIds: registerId === null ? [] : [registerId]
      })
      return {
        cashierId,
        register: yield* bindings.held(eventId, registerId),
        terminalIds: cashier.terminal_ids,
        firstOrderId: yield* shifts.firstOrder(eventId, cashierId),
        mayCount: yield* cashiers.mayCount(place, counterId)
      }
    })

    /** Refuses an id that was used otherwise. */
    const neverDone = Effect.fnUntraced(function*(eventId: bigint, cashierId: bigint, request: CloseOut) {
      if (request.request_id === undefined) return
      const order = yield* shifts.endedBy(eventId, request.request_id)
      if (order === undefined) return
      const shift = order.shiftId === null ? undefined : yield* shifts.inEvent(eventId, order.shiftId)
      if (shift === undefined || !isSameCloseOut(shift, cashierId, request)) {
        return yield* new AlreadyProcessed({ uuid: request.request_id })
      }
      return yield* new ClosedBefore({ shift })
    })

    /** Ends a cashier's shift: the counted cash goes to the vault, the register goes back to the office. */
    const run = Effect.fn("CloseOuts.run")((caller: AtEvent, cashierId: bigint, request: CloseOut) =>
      changes.run(
        caller,
        Effect.fnUntraced(function*(apply, book) {
          const { eventId, userId } = caller
          const { actual_cash_drawer_balance, closing_out_user_id, comment, denominations, request_id } = request
          yield* neverDone(eventId, cashierId, request)
          const state = yield* stateOf(caller, cashierId, closing_out_user_id)
          const { orders, ...shift } = yield* Effect.fromResult(
            closeOut(state, actual_cash_drawer_balance, {
              newUuid: book.newUuid,
              requestId: request_id,
              denominations,
              event: book.event
            })
          )
          const virtual = yield* tills.virtualTill(eventId)
          const at = { tillId: virtual.id, zNr: virtual.zNr }
          const byCaller = booked(book, eventId, { ...at, cashierId: userId })
          yield* byCaller(orders.brought)
          const shiftId = yield* shifts.insert({
            ...shift,
            eventId,
            cashierId,
            cashRegisterId: shift.registerId,
            closingOutUserId: closing_out_user_id,
            comment,
            closeOutOrderId: yield* byCaller(orders.counted),
            imbalanceOrderId: yield* byCaller(orders.imbalance),
            shiftEndOrderId: yield* booked(book, eventId, { ...at, cashierId })(orders.shiftEnd)
          })
          yield* apply([
            { kind: "register_assigned", registerId: shift.registerId, userId: null },
            { kind: "closing_started", tillId: virtual.id, zNr: virtual.zNr + 1, reason: "close_out" }
          ])
          return new CloseOutResult({ cashier_id: cashierId, imbalance: shift.imbalance, shift_id: shiftId })
        }),
        (result) => ({ logType: "cashier_closed_out", content: toAuditContent({ close_out: request, result }) })
      ).pipe(
        Effect.catchTag("ClosedBefore", ({ shift: { cash_drawer_imbalance, cashier_id, id } }) =>
          Effect.succeed(new CloseOutResult({ cashier_id, imbalance: cash_drawer_imbalance, shift_id: id })))
      )
    )

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    CashierRepository.layer,
    ShiftRepository.layer,
    StockUpRepository.layer,
    TillChangeRepository.layer,
    TillChanges.layer
  ]))
}

/** The audit log keeps close-outs in the form that the API shows. */
const toAuditContent = Schema.encodeSync(
  Schema.toCodecJson(Schema.Struct({ close_out: CloseOut, result: CloseOutResult }))
)

/** Books an order and returns its id. */
const booked = (book: Book, eventId: bigint, at: { tillId: bigint; zNr: number; cashierId: bigint }) =>
  Effect.fnUntraced(function*(order: OrderDraft) {
    const { order_id } = yield* book.store(entryAt(eventId, at, order))
    return order_id ?? (yield* Effect.die(new Error("an order got no id")))
  })
