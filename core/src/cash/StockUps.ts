import { Context, Effect, Layer } from "effect"
import { toJson } from "../base/Money.ts"
import type { Place } from "../organisation/Place.ts"
import { CashRegisterRepository } from "../till/CashRegisterRepository.ts"
import { fillRegister } from "../till/CashTransfer.ts"
import { SignInRepository } from "../till/SignInRepository.ts"
import { TerminalChanges } from "../till/TerminalChanges.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { registerEnters, registerHandedOut } from "../till/TillChange.ts"
import { TillChangeRepository } from "../till/TillChangeRepository.ts"
import { transferBy } from "../till/TillChanges.ts"
import { StockingRepository } from "./StockingRepository.ts"
import { type RegisterStockUpPayload, stockUp } from "./StockUp.ts"
import { StockUpRepository } from "./StockUpRepository.ts"

/** Hands registers with their float to cashiers. */
export class StockUps extends Context.Service<StockUps>()("core/StockUps", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const changes = yield* TerminalChanges
    const people = yield* SignInRepository
    const registers = yield* CashRegisterRepository
    const repository = yield* StockUpRepository
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

    /** Stocks a register up. The user signed in at the terminal needs `cash_transport`. */
    const run = Effect.fn("StockUps.run")(
      (terminal: TerminalCall<"cash_transport">, request: RegisterStockUpPayload) =>
        changes.run(
          terminal,
          Effect.fnUntraced(function*({ place, userId }, apply, book) {
            const { eventId } = place
            const decision = yield* decide(place, request)
            const { balance, cashierId, register, stocking, till } = decision
            const transfer = yield* Effect.fromResult(fillRegister({
              register: { accountId: register.account_id, balance: register.balance },
              amount: stocking.total,
              description: `Stocked up with ${stocking.name}`,
              event: book.event
            }))
            yield* apply(registerHandedOut(yield* repository.virtualTill(eventId), register.id, cashierId))
            if (transfer !== null) yield* book.store(transferBy(eventId, userId, transfer))
            if (till !== null) {
              yield* apply(
                registerEnters(till, { id: register.id, accountId: register.account_id, balance, cashierId }, cashierId)
              )
            }
            return decision
          }),
          ({ register, stocking }, { tillId }) => ({
            logType: "cash_register_stocked_up",
            content: { cash_register_id: register.id, amount: toJson(stocking.total), till_id: tillId }
          }),
          { flow: "stock-up", content: request }
        ),
      Effect.catchTag("DoneBefore", () => Effect.void),
      Effect.asVoid
    )

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([
    CashRegisterRepository.layer,
    SignInRepository.layer,
    StockUpRepository.layer,
    StockingRepository.layer,
    TerminalChanges.layer,
    TillChangeRepository.layer
  ]))
}
