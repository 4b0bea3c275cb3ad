import { Context, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import type { Place } from "../catalogue/Place.ts"
import * as CashTransfer from "../order/CashTransfer.ts"
import { AccessDenied, Unauthorized } from "../organisation/Refusal.ts"
import { CashRegisterRepository } from "./CashRegisterRepository.ts"
import { SignInRepository } from "./SignInRepository.ts"
import { SignIns } from "./SignIns.ts"
import { StockingRepository } from "./StockingRepository.ts"
import { type RegisterStockUpPayload, stockUp } from "./StockUp.ts"
import { StockUpRepository } from "./StockUpRepository.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import { registerEnters } from "./TillChange.ts"
import { TillChangeRepository } from "./TillChangeRepository.ts"
import { entryAt, TillChanges } from "./TillChanges.ts"

/** Registers handed out with their float. */
export class StockUps extends Context.Service<StockUps>()("core/StockUps", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const changes = yield* TillChanges
    const people = yield* SignInRepository
    const registers = yield* CashRegisterRepository
    const repository = yield* StockUpRepository
    const signIns = yield* SignIns
    const stockings = yield* StockingRepository

    /** Reads and decides under the lock of the register's account. */
    const decide = Effect.fnUntraced(function*(place: Place, request: RegisterStockUpPayload) {
      const { eventId } = place
      yield* bindings.lockRegisters(eventId, { terminalIds: [], registerIds: [request.cash_register_id] })
      const register = yield* registers.find(place, request.cash_register_id)
      const tillId = register?.current_till_id ?? null
      const cashier = yield* people.byUid(eventId, request.cashier_tag_uid)
      return yield* Effect.fromResult(stockUp({
        register,
        registerTillName: tillId === null ? undefined : yield* repository.tillName(eventId, tillId),
        cashier,
        stocking: yield* stockings.find(place, request.register_stocking_id),
        tills: cashier === undefined ? [] : yield* repository.cashTills(eventId, cashier.id)
      }))
    })

    /** Done by who is signed in at the terminal with `cash_transport`. */
    const run = Effect.fn("StockUps.run")(
      function*(terminal: SignedInTerminal, request: RegisterStockUpPayload) {
        const allowed = signIns.require(terminal, ["cash_transport"], { write: true })
        const { homeNodeId, place, tillId, userId } = yield* allowed
        if (userId === null) return yield* new AccessDenied({ message: "Nobody is signed in here" })
        const { eventId, terminalId } = terminal
        return yield* changes.run(
          { userId, terminalId, node: { id: homeNodeId }, eventId },
          Effect.fnUntraced(function*(apply, book) {
            if ((yield* allowed).userId !== userId) return yield* new Unauthorized()
            const decision = yield* decide(place, request)
            const { balance, cashierId, register, stocking, till } = decision
            yield* repository.hand(eventId, register.id, cashierId)
            const virtual = yield* repository.virtualTill(eventId)
            const booked = yield* Effect.fromResult(CashTransfer.stockUp({
              uuid: randomUUID(),
              register: { id: register.id, accountId: register.account_id, balance: register.balance },
              amount: stocking.total,
              description: `Stocked up with ${stocking.name}`,
              event: book.event
            }))
            yield* book.store(
              entryAt(eventId, { tillId: virtual.id, zNr: virtual.z_nr, cashierId }, booked.shiftStart)
            )
            if (booked.transfer !== null) {
              yield* book.store({ ...booked.transfer, eventId, version: null, order: null, conductingUserId: userId })
            }
            if (till !== null) {
              yield* apply(
                registerEnters(till, { id: register.id, accountId: register.account_id, balance, cashierId }, cashierId)
              )
            }
            return decision
          }),
          ({ register, stocking }) => ({
            logType: "cash_register_stocked_up",
            content: { cash_register_id: register.id, amount: stocking.total, till_id: tillId }
          })
        )
      },
      Effect.asVoid
    )

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
