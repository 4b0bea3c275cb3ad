import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { TaxType } from "../base/TaxType.ts"
import { type Place } from "../organisation/Place.ts"
import { nameTaken } from "./NameRepository.ts"
import { versionMoment } from "./ProductVersionSql.ts"
import { type Draft, TaxRate } from "./TaxRate.ts"

const decode = Schema.decodeUnknownEffect(Schema.Array(TaxRate))

export class TaxRateRepository extends Context.Service<TaxRateRepository>()("core/TaxRateRepository", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const columns = sql.literal("id, node_id, name, rate, description, tax_type, is_system")

    /** The rates of the path, by name. */
    const list = ({ eventId, pathIds }: Place) =>
      Effect.flatMap(
        sql`select ${columns} from tax_rate
          where event_id = ${eventId} and node_id = any(${pathIds}::bigint[]) order by name, id`,
        decode
      )

    const find = ({ eventId, pathIds }: Place, id: bigint) =>
      Effect.flatMap(
        sql`select ${columns} from tax_rate
          where event_id = ${eventId} and id = ${id} and node_id = any(${pathIds}::bigint[])`,
        decode
      )

    const insert = ({ eventId, nodeId }: Place, input: Draft) =>
      Effect.map(
        sql<{ id: bigint }>`insert into tax_rate (event_id, node_id, name, rate, description, tax_type)
          values (
            ${eventId}, ${nodeId}, ${input.name}, ${input.rate}, ${input.description}, ${input.tax_type}
          ) returning id`,
        ([row]) => row!.id
      )

    /**
     * If the event has signing devices, the first type of a rate applies from the next order on: signed orders can't
     * change.
     */
    const update = ({ eventId }: Place, id: bigint, input: Draft) =>
      sql`update tax_rate set name = ${input.name}, rate = ${input.rate}, description = ${input.description},
          tax_type = ${input.tax_type},
          typed_after = case when tax_type is null and ${input.tax_type}::text is not null then (
            select max(id) from ordr
            where event_id = ${eventId} and exists (select from tse where tse.event_id = ${eventId})
          ) else typed_after end
        where event_id = ${eventId} and id = ${id}`

    /** Gives a rate that is other than its versions say, or that has none, one from now on. */
    const recordVersion = ({ eventId }: Place, id: bigint) =>
      sql`with changed as materialized (
          select rate.*, nextval('catalogue_version_id_seq') as next_id
          from tax_rate rate
            left join catalogue_version shown on shown.event_id = rate.event_id and shown.id = rate.version_id
          where rate.event_id = ${eventId} and rate.id = ${id} and not rate.is_system
            and (shown.content->>'name', shown.content->>'rate', shown.content->>'tax_type')
              is distinct from (rate.name, rate.rate::text, rate.tax_type)
        ), version as (
          insert into catalogue_version (event_id, id, kind, object_id, valid_from, content)
          select event_id, next_id, 'tax_rate', id, ${sql.literal(versionMoment)},
            jsonb_build_object('name', name, 'rate', rate, 'tax_type', tax_type, 'prices', '[]'::jsonb)
          from changed
        )
        update tax_rate set version_id = changed.next_id from changed
        where tax_rate.event_id = changed.event_id and tax_rate.id = changed.id`

    /** With what is planned for it. */
    const remove = ({ eventId }: Place, id: bigint) =>
      Effect.andThen(
        sql`delete from catalogue_version
          where event_id = ${eventId} and kind = 'tax_rate' and object_id = ${id} and valid_from > clock_timestamp()`,
        sql`delete from tax_rate where event_id = ${eventId} and id = ${id}`
      )

    /** Whether a product, a version of one or a line item uses the rate. */
    const used = ({ eventId }: Place, id: bigint) =>
      Effect.map(
        sql<{ used: boolean }>`select
          exists (select from product where event_id = ${eventId} and tax_rate_id = ${id})
            or exists (select from line_item where event_id = ${eventId} and tax_rate_id = ${id})
            or exists (
              select from catalogue_version version
                join product on product.event_id = version.event_id and product.id = version.object_id
              where version.event_id = ${eventId} and version.kind = 'product' and version.content->>'tax_rate_id' = ${
          String(id)
        }
            ) as used`,
        ([row]) => row?.used === true
      )

    /** The type that a percentage of the rate has, if the rate ever had it. */
    const typeAt = ({ eventId }: Place, id: bigint, rate: number) =>
      Effect.map(
        sql<{ tax_type: TaxType | null }>`select tax_type from rate_types() rate_type
          where event_id = ${eventId} and tax_rate_id = ${id} and rate = ${rate}`,
        ([row]) => row?.tax_type ?? null
      )

    /** Whether a line item uses the rate. */
    const sold = ({ eventId }: Place, id: bigint) =>
      Effect.map(
        sql<{ sold: boolean }>`select
          exists (select from line_item where event_id = ${eventId} and tax_rate_id = ${id}) as sold`,
        ([row]) => row?.sold === true
      )

    return {
      list,
      find,
      insert,
      update,
      recordVersion,
      remove,
      sold,
      typeAt,
      used,
      nameTaken: yield* nameTaken("tax_rate")
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
