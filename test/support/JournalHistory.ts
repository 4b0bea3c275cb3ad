import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { anomaliesOf, type Attempt } from "./AccountHistory.ts"
import { type Answered, type BookingJournal, type Journaled } from "./BookingJournal.ts"
import type { Body } from "./FestivalServer.ts"

interface StoredOrder {
  readonly uuid: string
  readonly cancels_order: bigint | null
  readonly account: bigint
  readonly old_balance: bigint
  readonly new_balance: bigint
}

interface Account {
  readonly id: bigint
  readonly balance: bigint
  readonly uid: bigint
}

/** The orders of guests after one, in the order of their storing, and the accounts as they were then. */
const storedAfter = (order: bigint) =>
  SqlClient.SqlClient.use((sql) =>
    sql.withTransaction(Effect.gen(function*() {
      yield* sql`set transaction isolation level repeatable read`
      const orders = yield* sql<StoredOrder>`
        select uuid, cancels_order, customer_account_id as account, old_balance, new_balance from ordr
        where id > ${order} and customer_account_id is not null order by id`
      const accounts = yield* sql<Account>`
        select account.id, account.balance, user_tag.uid from account
        join user_tag on user_tag.event_id = account.event_id and user_tag.id = account.user_tag_id
        where account.type = 'private' and user_tag.uid is not null order by account.id`
      return { orders, accounts }
    }))
  )

/**
 * What keeps the calls of the journal on each guest's account from being strictly serialisable, a line each. Orders of
 * others than the journal may stand between them. Orders up to `after` are left out, and must be older than the journal.
 */
export const accountAnomalies = Effect.fnUntraced(function*(journal: BookingJournal, after = 0n) {
  const { accounts, orders } = yield* storedAfter(after)
  const calls = attemptsByUid(journal)
  const byUuid = new Map(journal.entries.flatMap((entry) => entry.body === null ? [] : [[entry.body.uuid, entry]]))
  const byCancelled = new Map(
    journal.entries.flatMap((entry) => entry.body === null ? [[entry.path.split("/")[2], entry]] : [])
  )
  const ordersOf = Map.groupBy(orders, ({ account }) => account)
  return accounts.flatMap(({ balance, id, uid }) => {
    const stored = (ordersOf.get(id) ?? []).map((row) => ({
      uuid: row.uuid,
      before: Number(row.old_balance),
      after: Number(row.new_balance),
      entry: row.cancels_order === null ? byUuid.get(row.uuid) : byCancelled.get(String(row.cancels_order))
    }))
    // Answers about cancels name no balance, and who booked what is not in the journal is not known.
    const others = stored.flatMap(({ entry, uuid }): ReadonlyArray<Attempt> =>
      entry === undefined
        ? [{ kind: "change", uuid, amount: null, begun: -Infinity, ended: Infinity, answer: null }]
        : entry.body === null
        ? [{ kind: "change", uuid, amount: null, ...timesOf(entry), answer: null }]
        : []
    )
    const closing = Number(balance)
    const opening = stored[0]?.before ?? closing
    const attempts = [...(calls.get(uid) ?? []), ...others]
    return anomaliesOf({ opening, closing, attempts, stored }).map(({ detail, kind }) =>
      `account ${id}: ${kind}: ${detail}`
    )
  })
})

/** When a call was sent first, and when it was first answered as done. */
const timesOf = ({ answers, began = -Infinity }: Journaled) => ({
  begun: began,
  ended: Math.min(...answers.filter(({ status }) => status === 200).map(({ ended }) => ended))
})

/** All attempts of the journal at each guest's account, by the chip of the wristband. */
const attemptsByUid = ({ entries, reads }: BookingJournal) => {
  const calls = new Map<bigint, Array<Attempt>>()
  const note = (uid: bigint, attempt: Attempt) => {
    const known = calls.get(uid)
    if (known === undefined) calls.set(uid, [attempt])
    else known.push(attempt)
  }
  for (const { balance, began: begun, ended, uid } of reads) {
    note(uid, { kind: "read", begun, ended, balance: inCents(balance) })
  }
  for (const entry of entries) {
    const uid = entry.body?.customer_tag_uid
    if (typeof uid !== "bigint") continue
    const uuid = String(entry.body?.uuid)
    if (entry.sent > entry.answers.length) {
      note(uid, { kind: "change", uuid, amount: null, begun: entry.began ?? 0, ended: Infinity, answer: null })
    }
    for (const answered of entry.answers) {
      const attempt = attemptOf(entry, uuid, answered)
      if (attempt !== undefined) note(uid, attempt)
    }
  }
  return calls
}

/** An attempt with this answer; undefined if it was refused for another reason than the balance. */
const attemptOf = (entry: Journaled, uuid: string, { ended, status, text, ...sent }: Answered): Attempt | undefined => {
  const answer = JSON.parse(text) as Body
  if (status === 200) {
    const told = { before: inCents(answer.old_balance), after: inCents(answer.new_balance) }
    // The booking may be that of an earlier sending.
    const begun = entry.began ?? sent.began
    return { kind: "change", uuid, amount: amountOf(entry, answer), begun, ended, answer: told }
  }
  return answer.id === "NotEnoughFunds"
    ? { kind: "refusal", uuid, begun: sent.began, ended, balance: inCents(answer.available) }
    : undefined
}

/** What the order adds to the balance, in cents. What a sale costs is known from its answer alone. */
const amountOf = ({ body, path }: Journaled, answer: Body): number =>
  path === "/order/book-sale" ? -inCents(answer.total_price) : inCents(body?.amount ?? answer.amount)

const inCents = (amount: unknown): number => Math.round(Number(amount) * 100)
