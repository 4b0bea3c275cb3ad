import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Place } from "../organisation/Place.ts"
import { nameTaken } from "./NameRepository.ts"
import { type ProfileDraft, TillProfile } from "./TillProfile.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(TillProfile))

export class TillProfileRepository extends Context.Service<TillProfileRepository>()("core/TillProfileRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal(
      "id, node_id, name, description, layout_id, allow_top_up, allow_cash_out, allow_ticket_sale, " +
        "allow_ticket_vouchers, enable_ssp_payment, enable_cash_payment, enable_card_payment, allow_sold_out, one_page"
    )

    /** The profiles of the path, by name. */
    const list = ({ eventId, pathIds }: Place) =>
      Effect.flatMap(
        sql`select ${columns} from till_profile
          where event_id = ${eventId} and node_id = any(${pathIds}::bigint[]) order by name, id`,
        decode
      )

    const find = ({ eventId, pathIds }: Place, id: bigint) =>
      Effect.flatMap(
        sql`select ${columns} from till_profile
          where event_id = ${eventId} and id = ${id} and node_id = any(${pathIds}::bigint[])`,
        decode
      )

    const insert = ({ eventId, nodeId }: Place, input: ProfileDraft) =>
      Effect.map(
        sql<{ id: bigint }>`insert into till_profile (
            event_id, node_id, name, description, layout_id, allow_top_up, allow_cash_out, allow_ticket_sale,
            allow_ticket_vouchers, enable_ssp_payment, enable_cash_payment, enable_card_payment, allow_sold_out, one_page
          ) values (
            ${eventId}, ${nodeId}, ${input.name}, ${input.description}, ${input.layout_id}, ${input.allow_top_up},
            ${input.allow_cash_out}, ${input.allow_ticket_sale}, ${input.allow_ticket_vouchers},
            ${input.enable_ssp_payment}, ${input.enable_cash_payment}, ${input.enable_card_payment},
            ${input.allow_sold_out}, ${input.one_page}
          ) returning id`,
        ([row]) => row!.id
      )

    const update = ({ eventId }: Place, id: bigint, input: ProfileDraft) =>
      sql`update till_profile set name = ${input.name}, description = ${input.description},
          layout_id = ${input.layout_id}, allow_top_up = ${input.allow_top_up},
          allow_cash_out = ${input.allow_cash_out}, allow_ticket_sale = ${input.allow_ticket_sale},
          allow_ticket_vouchers = ${input.allow_ticket_vouchers}, enable_ssp_payment = ${input.enable_ssp_payment},
          enable_cash_payment = ${input.enable_cash_payment}, enable_card_payment = ${input.enable_card_payment},
          allow_sold_out = ${input.allow_sold_out}, one_page = ${input.one_page}
        where event_id = ${eventId} and id = ${id}`

    const remove = ({ eventId }: Place, id: bigint) =>
      sql`delete from till_profile where event_id = ${eventId} and id = ${id}`

    const atTill = ({ eventId }: Place, id: bigint) =>
      Effect.map(
        sql`select 1 from till where event_id = ${eventId} and active_profile_id = ${id} limit 1`,
        (rows) => rows.length > 0
      )

    return { list, find, insert, update, remove, atTill, nameTaken: yield* nameTaken("till_profile") }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
