import { Context, Effect, Layer, type Result } from "effect"
import { SqlClient } from "effect/sql"
import * as Money from "../base/Money.ts"
import { type InvalidArgument, NotFound } from "../base/Refusal.ts"
import { EventConfigurations } from "../event/EventConfigurations.ts"
import { Books } from "../journal/Books.ts"
import type { TransferDraft } from "../journal/Order.ts"
import { Access } from "../organisation/Access.ts"
import type { AuditKind } from "../organisation/AuditKind.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { type ChangeOptions, Changes } from "../organisation/Changes.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import { mayManage } from "../organisation/Place.ts"
import { AccountRepository, type AccountRow } from "../wristband/AccountRepository.ts"
import * as Correction from "./Correction.ts"

/**
 * Corrections of balances and vouchers by an administrator: manual postings, with the former values in the audit log.
 */
export class Corrections extends Context.Service<Corrections>()("core/Corrections", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const accounts = yield* AccountRepository
    const books = yield* Books
    const changes = yield* Changes
    const configurations = yield* EventConfigurations
    const sql = yield* SqlClient.SqlClient

    /**
     * Locks the account until the end of the transaction and returns its state. Bookings and the archiving of its node,
     * which locks the account too, have to wait.
     */
    const locked = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      const nodes = yield* access.reach(caller, mayManage)
      yield* sql`select from account where event_id = ${caller.eventId} and id = ${id} for no key update`
      const [account] = yield* accounts.list({ eventId: caller.eventId, nodes, id })
      if (account === undefined) return yield* new NotFound({ element_type: "account", element_id: id })
      const node = yield* access.node(account.node_id)
      return node.read_only ? yield* new NodeIsReadOnly({ node_id: node.id }) : account
    })

    const correct = (
      caller: AtEvent,
      id: bigint,
      logType: AuditKind,
      decide: (
        account: AccountRow,
        event: Correction.CorrectionEvent
      ) => Result.Result<TransferDraft | null, InvalidArgument>,
      values: (account: AccountRow) => { readonly [field: string]: unknown },
      reason: string | null
    ) =>
      Effect.flatMap(
        configurations.current(caller.eventId),
        ({ settings, systemAccounts }) =>
          Effect.asVoid(changes.run(
            caller,
            (account) => ({
              logType,
              content: { id, ...values(account), ...(reason === null ? {} : { reason }) },
              nodeId: account.node_id
            }),
            Effect.gen(function*() {
              const account = yield* locked(caller, id)
              const event = { systemAccounts, maximum: settings.max_account_balance }
              const draft = yield* Effect.fromResult(decide(account, event))
              if (draft === null) return account
              const { eventId, userId } = caller
              const stored = yield* books.storeNow({
                ...draft,
                description: reason ?? draft.description,
                eventId,
                version: null,
                order: null,
                conductingUserId: userId
              })
              if (stored.outcome !== "booked") {
                return yield* Effect.die(new Error(`A correction was not stored: ${stored.outcome}`))
              }
              return account
            }),
            withoutVersion
          ))
      )

    /** Corrects a balance (cents); books nothing if it is already correct. */
    const balance = Effect.fn("Corrections.balance")((
      caller: AtEvent,
      id: bigint,
      { new_balance: wanted, reason }: Correction.UpdateBalancePayload
    ) =>
      correct(
        caller,
        id,
        "account_balance_corrected",
        (account, event) => Correction.correctBalance(account, wanted, event),
        (account) => ({ old_balance: Money.toJson(account.balance), new_balance: Money.toJson(wanted) }),
        givenReason(reason)
      )
    )

    /** Corrects the number of vouchers; books nothing if it is already correct. */
    const vouchers = Effect.fn("Corrections.vouchers")((
      caller: AtEvent,
      id: bigint,
      { new_voucher_amount: wanted, reason }: Correction.UpdateVoucherAmountPayload
    ) =>
      correct(
        caller,
        id,
        "account_vouchers_corrected",
        (account, event) => Correction.correctVouchers(account, wanted, event),
        (account) => ({ old_vouchers: account.vouchers, new_vouchers: wanted }),
        givenReason(reason)
      )
    )

    return { balance, vouchers }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, AccountRepository.layer, Changes.layer, EventConfigurations.layer, Books.layer])
  )
}

const givenReason = (reason: string | null): string | null => reason?.trim() || null

/** The configuration does not change, and the account's lock protects the decision. */
const withoutVersion: ChangeOptions = { withoutVersion: true }
