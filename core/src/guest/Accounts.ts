import { Context, type DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { guardedTypes, isGuarded } from "../base/Account.ts"
import { NotFound } from "../base/Refusal.ts"
import { SystemBalances } from "../journal/SystemBalances.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage } from "../organisation/Place.ts"
import type { Page } from "../sql/Page.ts"
import { inSnapshot, largeReading } from "../sql/Snapshot.ts"
import { pageById, type SortedPage } from "../sql/Sort.ts"
import { Account } from "../wristband/Account.ts"
import * as AccountChange from "../wristband/AccountChange.ts"
import { type AccountFilter, AccountRepository } from "../wristband/AccountRepository.ts"
import { AccountTagRepository } from "../wristband/AccountTagRepository.ts"
import { searchFor } from "../wristband/SearchTerm.ts"
import { accountsBefore, MoneyOverview, overviewBefore } from "./MoneyOverview.ts"
import { MovedRepository } from "./MovedRepository.ts"

/** What a list of accounts is limited to. */
export interface AccountsWanted extends Pick<AccountFilter, "balance" | "tagged" | "types" | "vouchers"> {
  /** Part of a name, comment, PIN or chip number; blank text limits nothing. */
  readonly search?: string
}

/** The accounts of an event as administrators see them. */
export class Accounts extends Context.Service<Accounts>()("core/Accounts", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const accounts = yield* AccountRepository
    const changes = yield* Changes
    const postings = yield* MovedRepository
    const sql = yield* SqlClient.SqlClient
    const systemBalances = yield* SystemBalances
    const tags = yield* AccountTagRepository

    /** Accounts with their balances, including those derived from postings; must run inside a transaction. */
    const list = Effect.fnUntraced(function*(filter: AccountFilter) {
      // The planner can't tell how few postings are newer than the roll-up, and how few accounts are not customers'.
      yield* sql`set local enable_seqscan = off`
      const found = yield* accounts.list(filter)
      if (found.every(({ type }) => isGuarded(type))) return found
      const derived = yield* systemBalances.of(filter.eventId)
      const balances = new Map(derived.map((balance) => [balance.account_id, balance]))
      return found.map((account) => {
        const { balance, vouchers } = balances.get(account.id) ?? account
        return new Account({ ...account, balance, vouchers })
      })
    })

    const atOneMoment = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.orDie(inSnapshot(sql, effect))

    const scoped = (caller: AtEvent) =>
      Effect.map(access.reach(caller, mayManage), (nodes) => ({ eventId: caller.eventId, nodes }))

    const find = Effect.fn("Accounts.find")(function*(caller: AtEvent, id: bigint) {
      const scope = yield* scoped(caller)
      const [account] = yield* atOneMoment(list({ ...scope, id }))
      return account ?? (yield* new NotFound({ element_type: "account", element_id: id }))
    })

    /** With `asOf` from the large reading, as it sums up everything since. */
    const nowOrThen = <A, E, R>(asOf: DateTime.Utc | null, reading: Effect.Effect<A, E, R>) =>
      asOf === null ? atOneMoment(reading) : Effect.orDie(largeReading(sql, reading))

    /**
     * All accounts but those of customers, by id; they belong to the event as a whole. With `asOf` those that there were at that
     * moment, with their balances at that time.
     */
    const internal = Effect.fn("Accounts.internal")(
      function*(caller: AtEvent, asOf: DateTime.Utc | null, page: Page) {
        const { eventId } = caller
        yield* access.requireAt(caller, eventId, mayManage)
        const filter: AccountFilter = { eventId, internal: true, page: pageById(page) }
        const reading = asOf === null ? list(filter) : Effect.gen(function*() {
          const now = yield* list({ ...filter, madeBefore: asOf })
          return accountsBefore(now, yield* postings.movedSince({ eventId, asOf }))
        })
        return yield* nowOrThen(asOf, reading)
      }
    )

    /** All balances of the event; with `asOf` those of that moment, without what was booked later. */
    const overview = Effect.fn("Accounts.overview")(function*(caller: AtEvent, asOf: DateTime.Utc | null) {
      const { eventId } = caller
      yield* access.requireAt(caller, eventId, mayManage)
      const reading = Effect.gen(function*() {
        const { customers, registers } = yield* accounts.totals(eventId)
        const now = new MoneyOverview({
          system_accounts: yield* list({ eventId, internal: true }),
          total_customer_account_balance: customers,
          total_cash_register_balance: registers
        })
        return asOf === null ? now : overviewBefore(now, yield* postings.movedSince({ eventId, asOf }))
      })
      return yield* nowOrThen(asOf, reading)
    })

    /** Finds accounts by name, comment, PIN or chip number, ordered by id; a blank term finds nothing. */
    const search = Effect.fn("Accounts.search")(function*(caller: AtEvent, text: string, page: Page) {
      const term = searchFor(text)
      if (term === undefined) return []
      const scope = yield* scoped(caller)
      return yield* atOneMoment(list({ ...scope, term, page: pageById(page) }))
    })

    /** The filter of a list: all accounts with a balance of their own that the caller manages, or those that match a text. */
    const filtered = Effect.fnUntraced(function*(caller: AtEvent, { search: text, ...filter }: AccountsWanted) {
      const term = text === undefined ? undefined : searchFor(text)
      return { ...yield* scoped(caller), types: guardedTypes, ...filter, ...(term === undefined ? {} : { term }) }
    })

    /** Accounts of customers, registers and users, in a given order. */
    const sortedPage = Effect.fn("Accounts.sortedPage")(
      function*(caller: AtEvent, wanted: AccountsWanted, of: SortedPage) {
        return yield* atOneMoment(accounts.list({ ...yield* filtered(caller, wanted), page: of }))
      }
    )

    /** How many accounts all pages have. */
    const count = Effect.fn("Accounts.count")(function*(caller: AtEvent, wanted: AccountsWanted) {
      return yield* Effect.orDie(accounts.count(yield* filtered(caller, wanted)))
    })

    /** The row of an account that is to be changed. */
    const existing = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      const [account] = yield* accounts.list({ ...yield* scoped(caller), id })
      return account ?? (yield* new NotFound({ element_type: "account", element_id: id }))
    })

    /**
     * Removes the tag from an account and from the user who works with it; the money stays. A card payment that is under way
     * is booked no more: when it arrives, it is held for an operator.
     */
    const disable = Effect.fn("Accounts.disable")((caller: AtEvent, id: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        ({ account: { node_id, user_tag_id }, pendingPayments }) =>
          user_tag_id === null ? null : {
            logType: "account_disabled",
            content: { id, user_tag_id, pending_payments: pendingPayments },
            nodeId: node_id
          },
        Effect.gen(function*() {
          yield* existing(caller, id)
          const { pendingPayments, ...holding } = yield* tags.lock(caller.eventId, id)
          yield* Effect.fromResult(AccountChange.disable(holding))
          const account = yield* existing(caller, id)
          yield* tags.remove(caller.eventId, id)
          return { account, pendingPayments }
        })
      ))
    )

    const comment = Effect.fn("Accounts.comment")(function*(caller: AtEvent, id: bigint, text: string) {
      yield* changes.run(
        caller,
        (before) => ({
          logType: "account_comment_updated",
          content: { id, comment: text, old_comment: before.comment },
          nodeId: before.node_id
        }),
        Effect.gen(function*() {
          const before = yield* existing(caller, id)
          yield* accounts.comment(caller.eventId, id, text)
          return before
        }),
        { withoutVersion: true }
      )
      return yield* find(caller, id)
    })

    return { comment, count, disable, find, internal, overview, search, sortedPage }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer, SystemBalances.layer]),
    Layer.provide([AccountRepository.layer, AccountTagRepository.layer, MovedRepository.layer])
  )
}
