import { Doctor } from "@wristbank/core/overview/Doctor"
import * as Database from "@wristbank/core/sql/Database"
import { NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVoucherRepository } from "@wristbank/core/wristband/TicketVoucherRepository"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { DemoSite } from "./DemoSite.ts"

const databaseOf = ({ settings }: Pick<DemoSite, "settings">) =>
  Database.layer({ url: Redacted.make(settings["databaseUrl"]!) })

/** Every fault of the books of a demo. */
export const faultsOf = (site: Pick<DemoSite, "settings">): Promise<ReadonlyArray<unknown>> =>
  Doctor.use((doctor) => doctor.diagnose(20)).pipe(
    Effect.map(({ examinations }) => examinations.flatMap(({ findings }) => findings)),
    Effect.provide(Layer.provide(Doctor.layer, databaseOf(site))),
    Effect.runPromise
  )

/** A ticket that a guest of the demo bought in presale; returns the portal token of the link that the guest gets. */
export const presaleTicket = (site: DemoSite, eventId: number, token: string): Promise<string> =>
  Effect.gen(function*() {
    const vouchers = yield* TicketVoucherRepository
    const sql = yield* SqlClient.SqlClient
    yield* vouchers.insert(BigInt(eventId), [
      new NewTicketVoucher({ token, external_reference: null, external_link: null, email: null })
    ])
    const [stored] = yield* sql<{ readonly portal_token: string }>`
      select portal_token from ticket_voucher where event_id = ${eventId} and token = ${token}`
    return stored!.portal_token
  }).pipe(Effect.provide(Layer.provideMerge(TicketVoucherRepository.layer, databaseOf(site))), Effect.runPromise)

/** A comparison of a day's card payments in which one order has none; returns its number. */
export const comparedDay = (site: DemoSite, eventId: number): Promise<number> =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ readonly id: bigint }>`with compared as (
        insert into reconciliation (event_id, day, status, started_at, finished_at, orders, differences, unresolved, booked)
        values (${eventId}, '2026-07-01', 'done', now(), now(), 1, 1, 1, 2000) returning event_id, id
      ), difference as (
        insert into reconciliation_difference
          (event_id, reconciliation_id, n, kind, order_uuid, order_amount, currency, at, resolved)
        select event_id, id, 1, 'not_at_provider', gen_random_uuid(), 2000, 'EUR', now(), false from compared
      )
      select id from compared`
  ).pipe(
    Effect.map(([row]) => Number(row!.id)),
    Effect.provide(databaseOf(site)),
    Effect.runPromise
  )

/**
 * What the presale of the demo leaves to people: an order that could not be read, a case about it, and the refused check-in of an
 * imported ticket. Returns the ticket's order.
 */
export const presaleTrouble = (site: Pick<DemoSite, "settings">, code: string): Promise<string> =>
  SqlClient.SqlClient.use((sql) =>
    sql<{ readonly code: string }>`with broken as (
        insert into presale_order (event_id, shop, code, problem, problem_sentence, problem_since, problem_tried_at)
        select 1, concat_ws(' ', rtrim(settings->>'pretix_shop_url', '/'), settings->>'pretix_organizer', settings->>'pretix_event'),
          ${code}, 'presale.token_twice', '{"en": "Two tickets have one code", "de": "Zwei Karten mit einem Code"}',
          now() - interval '2 hours', now()
        from event where event_id = 1
      ), undecided as (
        insert into presale_case (event_id, order_code, kind, amount) values (1, ${code}, 'credit_without_ticket', 500)
      ), waiting as (
        select id from ticket_voucher where event_id = 1 and redeemed_at is null and shop_position is not null
        order by id limit 1
      )
      update ticket_voucher set redeemed_at = now(), order_uuid = gen_random_uuid(), check_in_stopped_at = now(),
        check_in_attempts = 1, check_in_problem = '{"en": "The shop says: product", "de": "Der Shop sagt: product"}'
      where event_id = 1 and id = (select id from waiting) returning external_reference as code`
  ).pipe(
    Effect.map(([row]) => row!.code),
    Effect.provide(databaseOf(site)),
    Effect.runPromise
  )
