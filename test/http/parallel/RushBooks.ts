import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Rush, Sent } from "./RushHour.ts"

/** The type of order that a call stores by its uuid. */
const stores: { readonly [path: string]: string } = {
  "/order/book-sale": "sale",
  "/order/book-topup": "top_up",
  "/order/book-payout": "pay_out",
  "/order/book-ticket-sale": "ticket"
}

const kindOf = ({ path }: Sent) => path.endsWith("/edit") ? "sale" : stores[path]

const uuidOf = ({ body }: Sent) => String(body.uuid)

/** The request, for comparison. */
const requestOf = ({ body, path }: Sent) =>
  JSON.stringify([path, body], (_, part: unknown) => typeof part === "bigint" ? String(part) : part)

const isDone = ({ answer }: Sent) => answer.status === 200

/** After 503 the caller does not know whether the call was carried out. */
const isUnknown = ({ answer }: Sent) => answer.status === 503

/** Asserts that no call failed with a server error. */
export const noFailures = ({ log }: Rush) => {
  for (const sent of log) {
    const { status, text } = sent.answer
    assert.isTrue(status < 500 || isUnknown(sent), `${requestOf(sent)}: ${status} ${text}`)
  }
}

interface StoredOrder {
  readonly uuid: string
  readonly order_type: string
  readonly registered: boolean
}

/** Asserts that every order answered as booked is stored as requested, and no other. */
export const ordersAgree = Effect.fnUntraced(function*({ event, log }: Rush) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<StoredOrder>`
    select ordr.uuid, ordr.order_type, payment.content is not null as registered
    from ordr left join card_payment payment on payment.event_id = ordr.event_id and payment.uuid = ordr.uuid
    where ordr.event_id = ${event} and ordr.order_type in ('sale', 'top_up', 'pay_out', 'ticket')`
  const kinds = new Map(rows.map((row) => [row.uuid, row.order_type]))
  const bookings = log.filter((sent) => kindOf(sent) !== undefined)
  const booked = new Map<string, Sent>()
  for (const sent of bookings.filter(isDone)) {
    const uuid = uuidOf(sent)
    assert.strictEqual(kinds.get(uuid), kindOf(sent), `${uuid}, answered by ${sent.path}`)
    const first = booked.get(uuid) ?? sent
    booked.set(uuid, first)
    assert.strictEqual(requestOf(sent), requestOf(first), `${uuid} was answered as booked twice`)
    assert.strictEqual(sent.answer.text, first.answer.text, `${uuid} was answered differently`)
  }
  const asked = new Set(log.map(uuidOf))
  const unknown = new Set(bookings.filter(isUnknown).map(uuidOf))
  for (const { registered, uuid } of rows.filter((row) => asked.has(row.uuid))) {
    assert.isTrue(booked.has(uuid) || registered || unknown.has(uuid), `${uuid} was booked without an answer`)
  }
})

/** Asserts that cancels and grants are stored as often as they were answered as done. */
export const countsAgree = Effect.fnUntraced(function*({ event, log }: Rush) {
  const sql = yield* SqlClient.SqlClient
  const [stored] = yield* sql<{ cancels: number; grants: number }>`
    select (select count(*)::integer from ordr where event_id = ${event} and order_type = 'cancel_sale') as cancels,
      (select coalesce(sum(vouchers), 0)::integer from posting
        where event_id = ${event} and description = 'Voucher grant') as grants`
  const cancels = log.filter(({ path }) => /^DELETE |\d\/cancel$|\/edit$/.test(path))
  const grants = log.filter(({ path }) => path.endsWith("/grant-vouchers"))
  // A cancel at a till, an edit or a grant that was answered again counts once.
  const cancelsWhere = (is: (sent: Sent) => boolean) =>
    new Set(cancels.filter(is).map((sent) => sent.path.endsWith("/edit") ? uuidOf(sent) : sent.path)).size
  const vouchersWhere = (is: (sent: Sent) => boolean) =>
    new Map(grants.filter(is).map(({ body }) => [body.request_id, Number(body.vouchers)])).values().reduce(
      (sum, vouchers) => sum + vouchers,
      0
    )
  const counted = [
    ["cancels", stored!.cancels, cancelsWhere],
    ["vouchers", stored!.grants, vouchersWhere]
  ] as const
  for (const [name, found, where] of counted) {
    assert.isAtLeast(found, where(isDone), name)
    assert.isAtMost(found, where(isDone) + where(isUnknown), name)
  }
})

/** How often each call was carried out. */
export const doneOf = ({ log }: Rush) => {
  const counts = new Map<string, number>()
  for (const { answer, path } of log) {
    const call = path.replaceAll(/\d+/g, "n")
    counts.set(call, (counts.get(call) ?? 0) + (answer.status < 300 ? 1 : 0))
  }
  return counts
}
