import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { toOpeningRow } from "../journal/TagOpening.ts"
import { contentJson, type NewAuditLog } from "../organisation/AuditLog.ts"
import { limitTo, type Page } from "../sql/Page.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { type PaymentState, PendingOrder, UnverifiedPayment } from "./PendingOrder.ts"
import { encodePayment } from "./PreparedOrder.ts"
import type { Registration } from "./Registration.ts"

const Outcome = Schema.Struct({ outcome: Schema.Literals(["registered", "exists", "stale", "lost"]) })

/**
 * The rows of orders that are paid by card. Each change names the state that it was decided on; a stale change does
 * nothing.
 */
export class PendingOrderRepository extends Context.Service<PendingOrderRepository>()("core/PendingOrderRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient

    const columns =
      sql`card_payment.event_id, card_payment.uuid, card_payment.order_type, card_payment.payment_type, card_payment.amount,
      card_payment.currency, card_payment.status, card_payment.verification, card_payment.evidence, card_payment.problem,
      card_payment.till_id, card_payment.cashier_id, card_payment.z_nr, card_payment.request_hash,
      card_payment.content::text as content, card_payment.created_at, card_payment.last_checked,
      card_payment.customer_account_id, card_payment.checkout_id, card_payment.valid_until,
      card_payment.check_interval, card_payment.next_check, card_payment.settled_at, card_payment.settled_reason,
      ${isForDisabled(sql)} as account_disabled`

    const found = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly uuid: string }>(),
      Result: Schema.Struct({ ...PendingOrder.fields, version: Id }),
      execute: ({ eventId, uuid }) =>
        sql`select ${columns}, event.version from card_payment join event on event.event_id = card_payment.event_id
          where card_payment.event_id = ${eventId} and card_payment.uuid = ${uuid}::uuid`
    })

    /** The order, and the version of its event's configuration at that moment. */
    const findWithVersion = (eventId: bigint, uuid: string) =>
      Effect.map(found({ eventId, uuid }), ([row]) => row && { order: new PendingOrder(row), version: row.version })

    const find = (eventId: bigint, uuid: string) => Effect.map(findWithVersion(eventId, uuid), (row) => row?.order)

    const waiting = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly accountId: bigint }>(),
      Result: PendingOrder,
      execute: ({ accountId, eventId }) =>
        sql`select ${columns} from card_payment
          where customer_account_id = ${accountId} and event_id = ${eventId} and status = 'pending'
            and order_type = 'top_up' and payment_type = 'sumup_online'
          order by created_at, uuid`
    })

    const registerOne = SqlSchema.findOne({
      Request: unencoded<Registration>(),
      Result: Outcome,
      execute: (registration) =>
        sql`select register_card_payment(
          ${sql.json(rowOf(registration))}, ${registration.version}::bigint, ${registration.userTagId}::bigint,
          ${registration.maximum}::bigint, ${sql.json(registration.openings.map(toOpeningRow))}
        ) as outcome`
    })

    /** Registers an order; the database function explains the outcomes. */
    const register = (registration: Registration) => Effect.map(registerOne(registration), ({ outcome }) => outcome)

    /** Stores an unregistered order as held, without reserving its tags; false when its uuid is taken. */
    const hold = Effect.fnUntraced(function*(registration: Registration) {
      const { event_id, uuid } = registration.order
      const held = yield* sql`insert into card_payment
        select (jsonb_populate_record(null::card_payment, ${sql.json(rowOf(registration))})).*
        where not exists (select from ordr where ordr.uuid = ${uuid}::uuid and ordr.event_id = ${event_id}::bigint)
        on conflict do nothing returning uuid`
      return held.length > 0
    })

    /**
     * Changes the row from state `from` to state `to` and returns true, or false when it is in another state or settled.
     * Reservations of a cancelled order become free. The audit entry, if any, is stored with it.
     */
    const change = Effect.fnUntraced(function*(from: PendingOrder, to: PaymentState, entry: NewAuditLog | null = null) {
      const changed = yield* sql`with changed as (
        update card_payment set status = ${to.status}, verification = ${to.verification},
          evidence = ${to.evidence === null ? null : sql.json(encodePayment(to.evidence))}, problem = ${to.problem},
          last_checked = ${instant(to.last_checked)}::timestamptz,
          check_interval = ${to.check_interval}, next_check = ${instant(to.next_check)}::timestamptz
        where event_id = ${from.event_id} and uuid = ${from.uuid}::uuid
          and status = ${from.status} and verification = ${from.verification} and settled_at is null
        returning event_id, uuid, status
      ), freed as (
        delete from reserved_tag using changed
        where reserved_tag.event_id = changed.event_id and reserved_tag.order_uuid = changed.uuid
          and changed.status <> 'pending'
      ) ${entry === null ? sql`` : withAuditEntry(entry)} select uuid from changed`
      return changed.length > 0
    })

    const withAuditEntry = ({ content, logType, nodeId, terminalId, userId }: NewAuditLog) =>
      sql`, audited as (
        insert into audit_log (node_id, log_type, originating_user_id, originating_terminal_id, content)
        select ${nodeId}::bigint, ${logType}::text, ${userId}::bigint, ${terminalId}::bigint, ${
        contentJson(content)
      }::jsonb from changed
      )`

    /** As `change`, by an operator and final; a booked order stays booked. */
    const settle = Effect.fnUntraced(function*(from: Unsettled, { at, reason, status }: Settled) {
      const settled = yield* sql`with settled as (
        update card_payment set status = ${status}, settled_at = ${
        instant(at)
      }::timestamptz, settled_reason = ${reason},
          problem = ${from.problem}, next_check = null
        where event_id = ${from.event_id} and uuid = ${from.uuid}::uuid
          and status = ${from.status} and verification = ${from.verification} and settled_at is null
        returning event_id, uuid
      ), freed as (
        delete from reserved_tag using settled
        where reserved_tag.event_id = settled.event_id and reserved_tag.order_uuid = settled.uuid
      ) select uuid from settled`
      return settled.length > 0
    })

    /** Stores the checkout id of an open order; false when the order is not open or has another checkout. */
    const nameCheckout = Effect.fnUntraced(function*({ event_id, uuid }: PendingOrder, checkoutId: string) {
      const named = yield* sql`update card_payment set checkout_id = ${checkoutId}
        where event_id = ${event_id} and uuid = ${uuid}::uuid and payment_type = 'sumup_online'
          and (checkout_id is null or checkout_id = ${checkoutId}) and status = 'pending' and settled_at is null
        returning uuid`
      return named.length > 0
    })

    /** Makes an unsettled order due; false when it was booked or settled meanwhile. */
    const recheck = Effect.fnUntraced(function*({ event_id, uuid }: PendingOrder, now: DateTime.Utc) {
      const due = yield* sql`update card_payment set next_check = ${instant(now)}::timestamptz
        where event_id = ${event_id} and uuid = ${uuid}::uuid and status <> 'booked' and settled_at is null returning uuid`
      return due.length > 0
    })

    const dueEvents = SqlSchema.findAll({
      Request: unencoded<DateTime.Utc>(),
      Result: Schema.Struct({ event_id: Id }),
      execute: (now) =>
        sql`select event.event_id from event where exists (
          select from card_payment where card_payment.event_id = event.event_id and card_payment.next_check <= ${
          instant(now)
        }::timestamptz
        ) order by event.event_id`
    })

    const claim = SqlSchema.findAll({
      Request: unencoded<Claim>(),
      Result: PendingOrder,
      execute: ({ eventId, givenUpBefore, leaseSeconds, limit, now }) =>
        sql`with due as (
          select event_id, uuid, next_check as due_at from card_payment
          where event_id = ${eventId} and next_check <= ${instant(now)}::timestamptz
            and (payment_type = 'sumup_online' or ${instant(givenUpBefore)}::timestamptz is null
              or (status <> 'booked' and created_at < ${instant(givenUpBefore)}::timestamptz))
          order by next_check, uuid limit ${limit} for update skip locked
        ), claimed as (
          update card_payment set next_check = ${instant(DateTime.add(now, { seconds: leaseSeconds }))}::timestamptz
          from due
          where card_payment.event_id = due.event_id and card_payment.uuid = due.uuid
          returning ${columns}, due.due_at
        ) select * from claimed order by due_at, uuid`
    })

    const unverified = SqlSchema.findAll({
      Request: unencoded<Unverified>(),
      Result: UnverifiedPayment,
      execute: ({ eventId, page }) =>
        sql`select payment.event_id, payment.uuid as order_uuid, payment.order_type, payment.amount, payment.currency,
            payment.till_id, till.name as till_name, payment.cashier_id, usr.display_name as cashier_name,
            payment.created_at, payment.status, payment.verification, payment.problem
          from card_payment payment
            left join till on till.event_id = payment.event_id and till.id = payment.till_id
            left join usr on usr.event_id in (payment.event_id, 0) and usr.id = payment.cashier_id
          where (${eventId}::bigint is null or payment.event_id = ${eventId})
            and payment.settled_at is null
            and (payment.problem is not null or (payment.status = 'booked' and payment.verification <> 'verified'))
            and (${page?.cursor ?? null}::uuid is null or (payment.created_at, payment.uuid) > (
              select before.created_at, before.uuid from card_payment before
              where before.event_id = payment.event_id and before.uuid = ${page?.cursor ?? null}
            ))
          order by payment.event_id, payment.created_at, payment.uuid ${limitTo(sql, page)}`
    })

    return {
      change,
      find,
      findWithVersion,
      hold,
      recheck,
      nameCheckout,
      register,
      settle,
      /** Takes rows that are due, in turn, so that no other process asks about them before the lease is over. */
      claim: (request: Claim) => claim(request),
      /** The events with due rows. */
      dueEvents: (now: DateTime.Utc) => Effect.map(dueEvents(now), (rows) => rows.map(({ event_id }) => event_id)),
      /** Payments that an operator should examine, oldest first; of one event, or of all. */
      unverified: (eventId: bigint | null, page?: Page<string>) => unverified({ eventId, page }),
      /** A guest's top-ups on the web that are neither booked nor given up, oldest first. */
      waitingOf: (eventId: bigint, accountId: bigint) => waiting({ eventId, accountId })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** The state of an order when its settlement was decided. */
type Unsettled = Pick<PendingOrder, "event_id" | "problem" | "status" | "uuid" | "verification">

/** The result of an operator's settlement. */
interface Settled {
  readonly status: "booked" | "cancelled"
  readonly reason: string
  readonly at: DateTime.Utc
}

interface Unverified {
  readonly eventId: bigint | null
  readonly page: Page<string> | undefined
}

interface Claim {
  readonly eventId: bigint
  readonly now: DateTime.Utc
  /** Of terminals' orders only those that are not booked and were registered before; null for all. */
  readonly givenUpBefore: DateTime.Utc | null
  readonly leaseSeconds: number
  readonly limit: number
}

const rowOf = ({ content, order }: Registration) => ({
  event_id: Number(order.event_id),
  uuid: order.uuid,
  order_type: order.order_type,
  payment_type: order.payment_type,
  amount: Number(order.amount),
  currency: order.currency,
  status: order.status,
  verification: order.verification,
  evidence: order.evidence === null ? null : encodePayment(order.evidence),
  problem: order.problem,
  last_checked: instant(order.last_checked),
  till_id: Number(order.till_id),
  cashier_id: order.cashier_id === null ? null : Number(order.cashier_id),
  z_nr: order.z_nr,
  customer_account_id: order.customer_account_id === null ? null : Number(order.customer_account_id),
  request_hash: order.request_hash,
  content,
  created_at: instant(order.created_at),
  checkout_id: order.checkout_id,
  valid_until: instant(order.valid_until),
  check_interval: order.check_interval,
  next_check: instant(order.next_check)
})

/** Whether the account has had wristbands and has none. One that waits for its first was not disabled. */
const isForDisabled = (sql: PgClient.PgClient) =>
  sql`(card_payment.order_type = 'top_up' and exists (
    select from account where account.event_id = card_payment.event_id
      and account.id = card_payment.customer_account_id and account.user_tag_id is null
      and exists (
        select from user_tag_history history
        where history.event_id = account.event_id and history.account_id = account.id
      )
  ))`
