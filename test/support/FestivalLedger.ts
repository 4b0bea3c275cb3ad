import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Answer, type Body } from "./FestivalServer.ts"

/** Balances of accounts by their label: money in major units, vouchers under `<label> vouchers`; zeros are left out. */
type Holdings = { readonly [label: string]: number }

/** From, to, amount in major units, vouchers. */
export type PostingSeen = readonly [string, string, number, number]

/** The label of an account in tests: system accounts have their type. */
export const labelOf = (type: string, id: bigint | number): string =>
  type === "private"
    ? `customer ${id}`
    : type === "cash_register"
    ? `register ${id}`
    : type === "transport"
    ? `transport ${id}`
    : type

interface AccountRow {
  readonly id: bigint
  readonly type: string
  readonly balance: bigint
  readonly vouchers: number
  readonly posted_balance: bigint
  readonly posted_vouchers: bigint
}

const guarded = ["private", "transport", "cash_register"]

/** Orders that no one finds who asks for those of their customer. */
const unfound = Effect.fnUntraced(function*(event: number) {
  const sql = yield* SqlClient.SqlClient
  // Customers one by one, not orders: a customer may have tens of thousands.
  return yield* sql`
    with customer as (
      select distinct customer_account_id as id from ordr where event_id = ${event} and customer_account_id is not null
    ), found as (
      select id as customer_account_id, orders_of(${event}, array[id]) as order_id from customer
    )
    select ordr.id, ordr.order_type from ordr
      left join found on found.customer_account_id = ordr.customer_account_id and found.order_id = ordr.id
    where ordr.event_id = ${event} and ordr.customer_account_id is not null and found.order_id is null`
})

/**
 * The balance of every account of the event by its postings. Stored balances must be the same, and the sum of all must be
 * zero.
 */
export const holdings = Effect.fnUntraced(function*(event: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<AccountRow>`
    select account.id, account.type, account.balance, account.vouchers,
      coalesce(sum(moved.amount), 0)::bigint as posted_balance, coalesce(sum(moved.vouchers), 0)::bigint as posted_vouchers
    from account left join (
      select target_account as account_id, amount, vouchers from posting where event_id = ${event}
      union all
      select source_account, -amount, -vouchers from posting where event_id = ${event}
    ) moved on moved.account_id = account.id
    where account.event_id = ${event} group by account.id, account.type, account.balance, account.vouchers order by account.id`
  const found: Record<string, number> = {}
  let money = 0n
  let vouchers = 0n
  for (const row of rows) {
    if (guarded.includes(row.type)) {
      assert.strictEqual(row.balance, row.posted_balance, `balance of account ${row.id}`)
      assert.strictEqual(BigInt(row.vouchers), row.posted_vouchers, `vouchers of account ${row.id}`)
    }
    money += row.posted_balance
    vouchers += row.posted_vouchers
    const label = labelOf(row.type, row.id)
    if (row.posted_balance !== 0n) found[label] = Number(row.posted_balance)
    if (row.posted_vouchers !== 0n) found[`${label} vouchers`] = Number(row.posted_vouchers)
  }
  assert.deepStrictEqual([money, vouchers], [0n, 0n], "sums of all accounts")
  assert.deepStrictEqual(yield* unfound(event), [])
  assert.strictEqual(found.cash_topup_source ?? 0, (found.cash_entry ?? 0) + (found.cash_exit ?? 0))
  return Object.fromEntries(Object.entries(found).map(([label, held]) => [label, inMajor(label, held)])) as Holdings
})

const inMajor = (label: string, held: number) => label.endsWith(" vouchers") ? held : held / 100

/** Runs calls and returns what they changed on the accounts of the event. */
export const movedBy = <A, E, R>(event: number, calls: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* holdings(event)
    const answer = yield* calls
    const after = yield* holdings(event)
    const moved: Record<string, number> = {}
    for (const label of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const change = Math.round(((after[label] ?? 0) - (before[label] ?? 0)) * 100) / 100
      if (change !== 0) moved[label] = change
    }
    return { answer, moved }
  })

/** All rows that a refused call must leave unchanged. */
const stored = SqlClient.SqlClient.use((sql) =>
  sql`select (select count(*) from ordr) as orders, (select count(*) from line_item) as lines,
    (select count(*) from posting) as postings, (select count(*) from signing_job) as signing_jobs,
    (select count(*) from audit_log) as audit_logs, (select count(*) from customer) as customers,
    (select jsonb_agg(account order by account.id) from account) as accounts,
    (select jsonb_agg(till.z_nr order by till.id) from till) as z_nrs,
    (select jsonb_agg(tag.uid::text order by tag.id) from user_tag tag) as chips`
)

/** Asserts that the calls store nothing, and returns their answers. */
export const untouched = <A, E, R>(calls: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = yield* stored
    const answer = yield* calls
    assert.deepStrictEqual(yield* stored, before)
    return answer
  })

/** The `type` of refusals by their status; all others have `service`. */
const types: { readonly [status: number]: string } = { 401: "unauthorized", 403: "access", 404: "notfound" }

/**
 * The call is refused by this rule, or with this id if the error has no rules, with this status and further fields, in the form of all refusals, and
 * nothing is stored. A 404 has its message as `detail` too.
 */
export const refused = <E, R>(call: Effect.Effect<Answer, E, R>, refusal: string, fields: Body = {}, status = 400) =>
  Effect.map(untouched(call), (answer) => {
    const type = types[status] ?? "service"
    assert.strictEqual(answer.status, status, answer.text)
    assert.isString(answer.body.message)
    assert.isNotEmpty(answer.body.message)
    const { id, message, rule } = answer.body
    assert.strictEqual(rule ?? id, refusal)
    const named = rule === undefined ? { id } : { id, rule }
    const detail = status === 404 ? { detail: message } : {}
    assert.deepStrictEqual(answer.body, { type, ...named, message, ...detail, ...fields })
    return answer
  })

/** Asserts that the body of the call is refused as malformed and that nothing is stored. */
export const malformed = <E, R>(call: Effect.Effect<Answer, E, R>) =>
  Effect.map(untouched(call), (answer) => {
    // A registered terminal gets 400.
    assert.include([400, 422], answer.status, answer.text)
    assert.strictEqual(answer.body.id, "InvalidRequest", answer.text)
    assert.isArray(answer.body.detail)
    return answer
  })

/** The postings of an order in the order of their storing. */
export const postingsOf = Effect.fnUntraced(function*(event: number, orderId: unknown) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<
    { from: string; from_id: bigint; to: string; to_id: bigint; amount: bigint; vouchers: number }
  >`
    select source.type as from, source.id as from_id, target.type as to, target.id as to_id, posting.amount, posting.vouchers
    from posting
      join account source on source.event_id = posting.event_id and source.id = posting.source_account
      join account target on target.event_id = posting.event_id and target.id = posting.target_account
    where posting.event_id = ${event} and posting.order_id = ${Number(orderId)} order by posting.id`
  return rows.map((row): PostingSeen => [
    labelOf(row.from, row.from_id),
    labelOf(row.to, row.to_id),
    Number(row.amount) / 100,
    row.vouchers
  ])
})
