import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type NewTicketVoucher, TicketVoucher } from "./TicketVoucher.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(TicketVoucher))

export class TicketVoucherRepository
  extends Context.Service<TicketVoucherRepository>()("core/TicketVoucherRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => ({
      /**
       * Stores the vouchers that the event does not have yet, each with an account without a tag, and returns them by
       * id. Inserts in the order of tokens, so that two concurrent imports can't wait for each other.
       */
      insert: (eventId: bigint, vouchers: ReadonlyArray<NewTicketVoucher>) =>
        Effect.flatMap(
          sql`
            with arriving as (
              select arriving.*, nextval(pg_get_serial_sequence('account', 'id')) as account_id
              from unnest(
                ${vouchers.map((ticketVoucher) => ticketVoucher.token)}::text[],
                ${vouchers.map((ticketVoucher) => ticketVoucher.external_reference ?? "")}::text[],
                ${vouchers.map((ticketVoucher) => ticketVoucher.external_link ?? "")}::text[],
                ${vouchers.map((ticketVoucher) => ticketVoucher.email ?? "")}::text[]
              ) as arriving (token, external_reference, external_link, email)
              where not exists (
                select from ticket_voucher known where known.event_id = ${eventId} and known.token = arriving.token
              )
            ), opened as (
              insert into account (event_id, id, node_id, type)
              select ${eventId}, account_id, ${eventId}, 'private' from arriving
            ), customers as (
              insert into customer (event_id, account_id, email)
              select ${eventId}, account_id, nullif(email, '') from arriving
            ), stored as (
              insert into ticket_voucher (
                event_id, node_id, customer_account_id, token, external_reference, external_link
              )
              select ${eventId}, ${eventId}, account_id, token, nullif(external_reference, ''), nullif(external_link, '')
              from arriving order by token
              returning id, node_id, created_at, customer_account_id, token
            )
            select * from stored order by id`,
          decode
        )
    }))
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
