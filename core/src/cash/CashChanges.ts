import { Context, Effect, Layer } from "effect"
import { toJson } from "../base/Money.ts"
import type { CarriedCash } from "../till/CashTransfer.ts"
import { SignInRepository } from "../till/SignInRepository.ts"
import { TerminalChanges } from "../till/TerminalChanges.ts"
import type { TerminalCall } from "../till/TerminalGuard.ts"
import { TillChangeRepository } from "../till/TillChangeRepository.ts"
import { entryAt, transferBy } from "../till/TillChanges.ts"
import {
  type CashierAccountChangePayload,
  changeRegister,
  changeTransport,
  type TransportAccountChangePayload
} from "./CashChange.ts"

/** Moves cash between the vault, transport accounts and registers. */
export class CashChanges extends Context.Service<CashChanges>()("core/CashChanges", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const changes = yield* TerminalChanges
    const people = yield* SignInRepository

    const carriedIn = Effect.fnUntraced(function*(eventId: bigint, accountId: bigint | null) {
      if (accountId === null) return undefined
      const carried: CarriedCash = { accountId, balance: yield* bindings.balance(eventId, accountId) }
      return carried
    })

    /**
     * Moves cash between a cashier's register and the transport account of the signed-in user, who needs `cash_transport`.
     */
    const register = Effect.fn("CashChanges.register")(
      (terminal: TerminalCall<"cash_transport">, request: CashierAccountChangePayload) => {
        const { amount, cashier_tag_uid } = request
        return changes.run(
          terminal,
          Effect.fnUntraced(function*({ place, userId }, _, book) {
            const { eventId } = place
            const cashier = yield* people.byUid(eventId, cashier_tag_uid)
            const registerId = cashier?.cash_register_id ?? null
            const accountId = (yield* people.byId(userId))?.transport_account_id ?? null
            yield* bindings.lockRegisters(eventId, {
              terminalIds: [],
              registerIds: registerId === null ? [] : [registerId],
              accountIds: accountId === null ? [] : [accountId]
            })
            const change = yield* Effect.fromResult(changeRegister(
              {
                cashier,
                register: yield* bindings.held(eventId, registerId),
                carried: yield* carriedIn(eventId, accountId)
              },
              { uuid: book.newUuid(), amount, event: book.event }
            ))
            const { order, till } = change
            yield* book.store(entryAt(eventId, { tillId: till.id, zNr: till.zNr, cashierId: userId }, order))
            return change
          }),
          ({ registerId, till, transportAccountId }) => ({
            logType: "cashier_account_balance_changed",
            content: {
              cash_register_id: registerId,
              amount: toJson(amount),
              cashier_till_id: till.id,
              transport_account_id: transportAccountId
            }
          }),
          { flow: "change-register", content: request, movesAgain: true }
        )
      },
      Effect.catchTag("DoneBefore", () => Effect.void),
      Effect.asVoid
    )

    /** Moves cash between the vault and a user's transport account. The signed-in user needs `cash_transport`. */
    const transport = Effect.fn("CashChanges.transport")(
      (terminal: TerminalCall<"cash_transport">, request: TransportAccountChangePayload) => {
        const { amount, orga_tag_uid } = request
        return changes.run(
          terminal,
          Effect.fnUntraced(function*({ place, userId }, _, book) {
            const { eventId } = place
            const person = yield* people.byUid(eventId, orga_tag_uid)
            const accountId = person?.transport_account_id ?? null
            yield* bindings.lockRegisters(eventId, {
              terminalIds: [],
              registerIds: [],
              accountIds: accountId === null ? [] : [accountId]
            })
            const change = yield* Effect.fromResult(
              changeTransport(person, yield* carriedIn(eventId, accountId), amount, book.event)
            )
            if (change.transfer !== null) yield* book.store(transferBy(eventId, userId, change.transfer))
            return change
          }),
          ({ transportAccountId }) => ({
            logType: "transport_account_balance_changed",
            content: { amount: toJson(amount), transport_account_id: transportAccountId }
          }),
          { flow: "change-transport", content: request, movesAgain: true }
        )
      },
      Effect.catchTag("DoneBefore", () => Effect.void),
      Effect.asVoid
    )

    return { register, transport }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([SignInRepository.layer, TerminalChanges.layer, TillChangeRepository.layer])
  )
}
