import { Array, Context, DateTime, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { mayManage, type Place, placeOf } from "../organisation/Place.ts"
import { maySeeChips } from "../organisation/User.ts"
import { OrderRepository, toOrder } from "../sale/OrderRepository.ts"
import { maxPageSize, type Page } from "../sql/Page.ts"
import type { CashRegister } from "../till/CashRegister.ts"
import { type Cashier, CashierProductStats, CashierShiftStats, withoutChip } from "./Cashier.ts"
import { CashierRepository } from "./CashierRepository.ts"
import { CloseOutProtocol } from "./CloseOutProtocol.ts"
import { ShiftRepository, type ShiftWindow } from "./ShiftRepository.ts"

/** The cashiers of an event and their shifts. */
export class Cashiers extends Context.Service<Cashiers>()("core/Cashiers", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const cashiers = yield* CashierRepository
    const orders = yield* OrderRepository
    const shifts = yield* ShiftRepository

    const seenAs = Effect.fnUntraced(function*(caller: AtEvent, found: ReadonlyArray<Cashier>) {
      const equipped = yield* access.whereHeld(caller, found.map(({ node_id }) => node_id), maySeeChips)
      return found.map((cashier) => equipped.has(cashier.node_id) ? cashier : withoutChip(cashier))
    })

    const list = Effect.fn("Cashiers.list")(function*(caller: AtEvent) {
      return yield* seenAs(caller, yield* Effect.orDie(cashiers.list(placeOf(caller))))
    })

    const find = Effect.fn("Cashiers.find")(function*(caller: AtEvent, id: bigint) {
      const found = yield* Effect.orDie(cashiers.find(placeOf(caller), id))
      const [cashier] = yield* seenAs(caller, found === undefined ? [] : [found])
      return cashier ?? (yield* new NotFound({ element_type: "cashier", element_id: id }))
    })

    const onRecord = Effect.fnUntraced(function*(place: Place, id: bigint) {
      if (!(yield* Effect.orDie(cashiers.wasKnown(place, id)))) {
        return yield* new NotFound({ element_type: "cashier", element_id: id })
      }
    })

    /** Closed-out shifts of a cashier, oldest first; also of a cashier who has left. */
    const shiftsOf = Effect.fn("Cashiers.shifts")(function*(caller: AtEvent, id: bigint) {
      yield* onRecord(placeOf(caller), id)
      return yield* Effect.orDie(shifts.ofCashier(caller.eventId, id))
    })

    /** The protocol of a close-out; also of a cashier who has left. */
    const protocol = Effect.fn("Cashiers.protocol")(function*(caller: AtEvent, cashierId: bigint, shiftId: bigint) {
      const { eventId } = caller
      yield* onRecord(placeOf(caller), cashierId)
      const shift = yield* Effect.orDie(shifts.find(eventId, cashierId, shiftId))
      const counted = shift && (yield* Effect.orDie(shifts.counted(eventId, shiftId)))
      if (shift === undefined || counted === undefined) {
        return yield* new NotFound({ element_type: "cashier_shift", element_id: shiftId })
      }
      const { booker, cashier, counter, denominations, expected_shown, register } = counted
      return new CloseOutProtocol({
        ...shift,
        cashier_name: cashier,
        register_name: register,
        closing_out_user_name: counter,
        booked_by_name: booker,
        denominations: denominations?.toSorted((one, other) => Number(other.value - one.value)) ?? null,
        expected_shown
      })
    })

    /** A shift that had ended at the moment, or has ended now. */
    const ended = Effect.fnUntraced(function*({ before, cashierId, eventId }: ShiftWindow, shiftId: bigint) {
      const shift = yield* Effect.orDie(shifts.find(eventId, cashierId, shiftId))
      return shift !== undefined && (before === null || DateTime.isLessThan(shift.ended_at, before))
    })

    /**
     * Products and a page of orders that a cashier booked in a shift; in the running shift when none is named. With `before` as
     * they were at that moment: the shift that ran then, and no shift that ended later.
     */
    const shiftStats = Effect.fn("Cashiers.shiftStats")(
      function*(caller: AtEvent, wanted: Omit<ShiftWindow, "eventId">, page: Page) {
        const { eventId } = caller
        const { cashierId, shiftId } = wanted
        yield* onRecord(placeOf(caller), cashierId)
        const window = { eventId, ...wanted }
        if (shiftId !== null && !(yield* ended(window, shiftId))) {
          return yield* new NotFound({ element_type: "cashier_shift", element_id: shiftId })
        }
        const ids = yield* Effect.orDie(shifts.orderIds(window, page))
        const products = yield* Effect.orDie(shifts.products(window))
        const pages = yield* Effect.forEach(
          Array.chunksOf(ids, maxPageSize),
          (some) => orders.list({ eventId, ids: some })
        )
        return new CashierShiftStats({
          booked_products: products.map((booked) => new CashierProductStats(booked)),
          orders: pages.flat().map(toOrder)
        })
      }
    )

    /** Shifts closed out with a register, oldest first. The caller must be allowed to manage the node of the register. */
    const ofRegister = Effect.fn("Cashiers.ofRegister")(function*(caller: AtEvent, { id, node_id }: CashRegister) {
      yield* access.requireAt(caller, node_id, mayManage)
      return yield* Effect.orDie(shifts.ofRegister(caller.eventId, id))
    })

    return {
      find,
      list,
      ofRegister,
      protocol,
      shifts: shiftsOf,
      shiftStats
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, CashierRepository.layer, OrderRepository.layer, ShiftRepository.layer])
  )
}
