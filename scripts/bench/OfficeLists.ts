// The long lists of the back office at an event with 100,000 guests and 300,000 orders: how long each call takes in every order, at
// the first page and at the last one, and with filters.
import { hashToken } from "@wristbank/core/organisation/Token"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { median } from "./Median.ts"

export const officeGuests = 100_000
const orders = 300_000

/** Names, addresses and balances of the guests, and orders at all tills over three days: sales of two lines, top-ups, cancels. */
export const fillOffice = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(Effect.andThen(sql`set local statement_timeout = 0`, crowd(eventId)))
  yield* sql`vacuum analyze account`
  yield* sql`vacuum analyze customer`
  yield* sql`vacuum analyze user_tag`
  yield* sql`vacuum analyze ordr`
  yield* sql`vacuum analyze line_item`
})

/** The token of a session of the administrator. */
export const signIn = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const token = randomBytes(32).toString("base64url")
  yield* sql`insert into user_session (token_hash, user_id, expires_at)
    values (${hashToken(token)}, 1, now() + interval '1 day')`
  return token
})

/** Gives every third guest a name, an address and a bank account. */
export const nameGuests = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* SqlClient.SqlClient
  const firstNames = ["Anna", "Björn", "Chiara", "Dmitri", "Élodie", "Fatma", "Jörg", "Łukasz", "Maria", "Sven"]
  const lastNames = ["Müller", "García", "Nowak", "Yılmaz", "Schmidt", "Rossi", "Weiß", "Petrova", "Dupont", "Hansen"]
  yield* sql`update customer set
      account_name = (${firstNames}::text[])[1 + account_id % 10] || ' ' || (${lastNames}::text[])[1 + account_id / 10 % 10]
        || ' ' || account_id,
      email = 'guest' || account_id || '@example.org', iban = 'DE' || lpad((account_id * 7919)::text, 20, '0'),
      has_entered_info = true
    where event_id = ${eventId} and account_id % 3 = 0`
})

const crowd = Effect.fnUntraced(function*(eventId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update account set balance = (id * 7919) % 10000, vouchers = id % 7
    where event_id = ${eventId} and type = 'private'`
  yield* nameGuests(eventId)
  yield* sql`insert into ordr (
      event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id, customer_account_id,
      user_tag_id, cash_register_id, item_count
    )
    select ${eventId}, gen_random_uuid(), '', case when n % 10 = 0 then 'top_up' else 'sale' end,
      case when n % 10 = 0 then 'cash' else 'tag' end, now() - interval '3 days' * (1 - n / ${orders}::float8), 1, till.id,
      usr.id, guest.id, guest.user_tag_id, till.cash_register_id, 2
    from generate_series(1, ${orders}::int) n
      join (select *, row_number() over (order by id) - 1 as at from till where event_id = ${eventId}) till
        on till.at = n * 31 % (select count(*) from till where event_id = ${eventId})
      join usr on usr.cash_register_id = till.cash_register_id
      join (
        select id, user_tag_id, row_number() over (order by id) - 1 as at from account
        where event_id = ${eventId} and type = 'private'
      ) guest on guest.at = (n::bigint * 7919) % ${officeGuests}
    order by n`
  yield* sql`insert into line_item (
      event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price, tax_rate_id, tax_name, tax_rate,
      total_price, total_tax
    )
    select ordr.event_id, ordr.id, line, 1 + ordr.id % 3, product.id, revision.id, priced.price, product.tax_rate_id, 'ust', 1900,
      priced.price * (1 + ordr.id % 3), 0
    from ordr, generate_series(0, 1) line,
      (select * from product where event_id = ${eventId} order by id limit 1) product,
      (select * from product_revision where event_id = ${eventId} order by id limit 1) revision,
      lateral (select 150 + ordr.id % 400 as price) priced
    where ordr.event_id = ${eventId}`
  yield* sql`insert into ordr (
      event_id, uuid, request_hash, order_type, payment_method, booked_at, z_nr, till_id, cashier_id, cancels_order, item_count
    )
    select event_id, gen_random_uuid(), '', 'cancel_sale', payment_method, booked_at, 1, till_id, cashier_id, id, 0
    from ordr where event_id = ${eventId} and id % 500 = 1`
})

interface Shown {
  readonly path: string
  /** Of the first page, in milliseconds, as the median of five. */
  readonly first: number
  /** Of the last page. */
  readonly last: number | undefined
  /** Of the count alone: a page of one entry with it, less one without it. */
  readonly count: number | undefined
  readonly total: number | undefined
}

const lists = (node: number): ReadonlyArray<string> => {
  const orderings: Readonly<Record<string, ReadonlyArray<string>>> = {
    customers: ["id", "name", "-balance", "vouchers", "account_name", "-email"],
    accounts: ["id", "name", "-balance", "vouchers"],
    "user-tags": ["id", "pin"],
    orders: ["id", "-id"]
  }
  const filters: Readonly<Record<string, ReadonlyArray<string>>> = {
    customers: ["search=garc%C3%ADa 99", "search=PIN4242", "search=nobody", "min_balance=99", "blocked=true"],
    accounts: ["search=PIN4242", "search=nobody", "type=cash_register"],
    "user-tags": ["search=PIN4242", "search=nobody", "assigned=false"],
    orders: [
      "till_id=7",
      "cashier_id=7",
      "order_type=top_up",
      "order_type=pay_out",
      "payment_method=cash",
      "cancelled=true",
      "min_amount=30",
      "min_amount=100",
      `from_time=${new Date(Date.now() - 86_400_000).toISOString()}`
    ]
  }
  return Object.keys(orderings).flatMap((list) => [
    ...orderings[list]!.map((sort) => `${list}?node_id=${node}&sort=${sort}`),
    ...filters[list]!.map((filter) => `${list}?node_id=${node}&${filter}`)
  ])
}

/** Calls of the back office, one at a time. */
export const officeCalls = (port: number, token: string) => {
  const ask = async (path: string, expected: ReadonlyArray<number> = [200]) => {
    const started = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/api/administration/${path}`, {
      headers: { authorization: `Bearer ${token}` }
    })
    const text = await answer.text()
    if (!expected.includes(answer.status)) throw new Error(`${path}: ${answer.status} ${text}`)
    return { milliseconds: performance.now() - started, headers: answer.headers, status: answer.status }
  }
  /** Milliseconds, as the median of five calls. */
  const timed = async (path: string) => {
    const times: Array<number> = []
    for (let run = 0; run < 5; run++) times.push((await ask(path)).milliseconds)
    return Math.round(median(times))
  }
  return { ask, timed }
}

/** Measures every list over HTTP. */
export const measureOffice = async (
  { eventId, port, token }: { readonly port: number; readonly eventId: number; readonly token: string }
): Promise<ReadonlyArray<Shown>> => {
  const { ask, timed } = officeCalls(port, token)
  const rows: Array<Shown> = []
  for (const path of lists(eventId)) {
    const end = await cursorNearEnd(ask, path)
    const { headers } = await ask(`${path}&limit=1&count=true`)
    const row = {
      path: path.replace(/node_id=\d+&/, ""),
      first: await timed(`${path}&limit=100`),
      last: end === undefined ? undefined : await timed(`${path}&limit=100&cursor=${end}`),
      count: Math.max(0, await timed(`${path}&limit=1&count=true`) - await timed(`${path}&limit=1`)),
      total: Number(headers.get("x-total-count"))
    }
    process.stdout.write(
      `${row.path.padEnd(50)} ${
        [row.first, row.last, row.count, row.total].map((n) => String(n ?? "").padStart(8)).join("")
      }\n`
    )
    rows.push(row)
  }
  return rows
}

/** The cursor of a list's last hundreds of entries: that after the first thousand of the opposite order is good for both. */
const cursorNearEnd = async (
  ask: (path: string) => Promise<{ readonly headers: Headers }>,
  path: string
): Promise<string | undefined> => {
  const [, sort] = /&sort=([^&]*)/.exec(path) ?? []
  if (sort === undefined) return undefined
  const opposite = sort.startsWith("-") ? sort.slice(1) : `-${sort}`
  const { headers } = await ask(`${path.replace(`sort=${sort}`, `sort=${opposite}`)}&limit=1000`)
  return /cursor=([^&>]*)/.exec(headers.get("link") ?? "")?.[1]
}
