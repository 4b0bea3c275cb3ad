import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Configuration } from "../base/Configuration.ts"
import { instant } from "../base/Moment.ts"
import { unsignedOrders } from "../journal/UnsignedOrders.ts"
import { baseCopies } from "../sql/BaseCopies.ts"
import { logCopies } from "../sql/LogCopies.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { AlertFact } from "./Alert.ts"
import type { OnDay } from "./EventStatusRepository.ts"
import { presaleFacts } from "./PresaleAlerts.ts"

const ofEvent = (columns: string) => `node.id, node.name, node.id as node_id, ${columns}`

/** Reads facts that may be alerts. */
export class AlertRepository extends Context.Service<AlertRepository>()("core/AlertRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { presaleIntervalSeconds } = yield* Configuration

    /** A fact about one object; `columns` are id, name, node, count, amount, since and state. */
    const fact = (kind: string, subject: string, columns: string) =>
      sql`select ${kind} as kind, ${subject} as subject, ${sql.literal(columns)}`

    const unsigned = ({ eventId, nodeId, tillIds }: OnDay) =>
      sql`${
        fact(
          "unsigned_orders",
          "event",
          ofEvent("waiting.orders::integer as count, null::bigint as amount, waiting.since, null::text as state")
        )
      } from node
        cross join lateral (
          select sum(unsigned.orders) as orders, min(unsigned.since) as since from ${sql.literal(unsignedOrders)}
          where fiscal.event_id = ${eventId} and till.id = any(${tillIds}::bigint[])
        ) waiting
        where node.id = ${nodeId} and waiting.orders > 0`

    /** Registers of the nodes, or in one of their tills. */
    const isHere = ({ nodeIds, tillIds }: OnDay) =>
      sql`(register.node_id = any(${nodeIds}::bigint[]) or exists (
        select from till where till.event_id = register.event_id and till.cash_register_id = register.id
          and till.id = any(${tillIds}::bigint[])
      ))`

    const registers = (request: OnDay) =>
      sql`${
        fact(
          "register_overdrawn",
          "cash_register",
          "register.id, register.name, register.node_id, 1, account.balance, null, null"
        )
      } from cash_register register
          join account on account.event_id = register.event_id and account.id = register.account_id
        where register.event_id = ${request.eventId} and ${isHere(request)} and account.balance < 0`

    /** As `TillClosingRepository.open`, of tills whose newest order is from before the day. */
    const closings = ({ day, eventId, tillIds }: OnDay) =>
      sql`${fact("open_closing", "till", "till.id, till.name, till.node_id, 1, null, newest.booked_at, null")}
        from till cross join lateral (
          select z_nr, booked_at from ordr
          where ordr.event_id = till.event_id and ordr.till_id = till.id
            and ordr.order_type not in ('cashier_shift_start', 'cashier_shift_end')
          order by ordr.id desc limit 1
        ) newest
        where till.event_id = ${eventId} and till.id = any(${tillIds}::bigint[]) and newest.z_nr = till.z_nr
          and newest.booked_at < ${instant(day.time.period.from)}::timestamptz`

    const shifts = (request: OnDay) =>
      sql`${
        fact(
          "shift_open_after_end",
          "cash_register",
          `register.id, register.name, register.node_id, 1, account.balance, (event.settings->>'end_date')::timestamptz,
          case when node.read_only then 'archived' end`
        )
      } from cash_register register
          join account on account.event_id = register.event_id and account.id = register.account_id
          join node on node.id = register.node_id
          join event on event.event_id = register.event_id
          join usr on usr.event_id = register.event_id and usr.cash_register_id = register.id
        where register.event_id = ${request.eventId} and ${isHere(request)}
          and (node.read_only or (event.settings->>'end_date')::timestamptz < ${instant(request.day.now)}::timestamptz)`

    const devices = ({ eventId }: OnDay) => [
      sql`${fact("tse_missing", "event", ofEvent("1, null, null, null"))}
        from node join fiscal_settings fiscal on fiscal.event_id = node.id
        where node.id = ${eventId} and fiscal.signing_from is not null
          and not exists (select from tse where tse.event_id = node.id and tse.status in ('active', 'failed'))`,
      sql`${
        fact(
          "tse_failed",
          "tse",
          `tse.id, tse.name, tse.node_id,
          (select count(*) from till where till.event_id = tse.event_id and till.tse_id = tse.id)::integer,
          null, coalesce(tse.fault_since, tse.last_contact), tse.fault`
        )
      } from tse
        where tse.event_id = ${eventId} and tse.status <> 'disabled'
          and (tse.status = 'failed' or tse.fault is not null or tse.password_refused
            or (tse.status = 'active' and not tse.connected))`,
      sql`${fact("tse_expiring", "tse", "tse.id, tse.name, tse.node_id, 1, null, null, tse.certificate_date")} from tse
        where tse.event_id = ${eventId} and tse.status in ('active', 'failed') and tse.certificate_date is not null`
    ]

    const payments = ({ eventId }: OnDay) =>
      sql`${
        fact(
          "unverified_payments",
          "event",
          ofEvent("held.payments::integer, held.amount::bigint, held.since, case when held.problem then 'problem' end")
        )
      } from node cross join lateral (
          select count(*) as payments, sum(amount) as amount, min(created_at) as since,
            bool_or(problem is not null) as problem
          from card_payment
          where event_id = ${eventId} and settled_at is null
            and (problem is not null or (status = 'booked' and verification <> 'verified'))
        ) held
        where node.id = ${eventId} and held.payments > 0`

    const mails = ({ eventId }: OnDay) =>
      sql`${fact("unsent_mail", "event", ofEvent("unsent.mails::integer, null, unsent.since, null"))}
        from node cross join lateral (
          select count(*) as mails, min(created_at) as since from mail
          where event_id = ${eventId} and problem is not null and status <> 'sent'
        ) unsent
        where node.id = ${eventId} and unsent.mails > 0`

    const presale = ({ eventId }: OnDay) =>
      presaleFacts(sql, (kind, columns) => fact(kind, "event", ofEvent(columns)), eventId, presaleIntervalSeconds)

    const backups = ({ eventId }: OnDay) => [
      sql`${fact("log_copies_stopped", "event", ofEvent("log_copies.waiting, null, log_copies.since, null"))}
        from node cross join ${sql.literal(logCopies)} where node.id = ${eventId} and log_copies.is_stopped`,
      sql`${fact("base_copy_late", "event", ofEvent("1, null, base_copies.since, null"))}
        from node cross join ${sql.literal(baseCopies)} where node.id = ${eventId} and base_copies.is_late`
    ]

    return {
      /** Facts of the node; at the event also those of devices, card payments, the presale, mail and backups. */
      facts: SqlSchema.findAll({
        Request: unencoded<OnDay>(),
        Result: AlertFact,
        execute: (request) => {
          const whole = request.nodeId === request.eventId
          return [
            registers(request),
            closings(request),
            shifts(request),
            ...(whole
              ? [...devices(request), payments(request), ...presale(request), mails(request), ...backups(request)]
              : [])
          ].reduce((all, part) => sql`${all} union all (${part})`, sql`(${unsigned(request)})`)
        }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
