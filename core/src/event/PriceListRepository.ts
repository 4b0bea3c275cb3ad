import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { instant } from "../base/Moment.ts"
import { nullOr } from "../base/OptionalField.ts"
import type { Place } from "../organisation/Place.ts"
import { unencoded } from "../sql/Unencoded.ts"
import { KnownPriceList, NewPriceList, PriceList, PriceListEntry } from "./PriceList.ts"
import { presentPriceList, priceListColumns } from "./PriceListSql.ts"

const Row = Schema.Struct({
  ...PriceList.fields,
  valid_from: nullOr(Schema.DateTimeUtc),
  valid_until: nullOr(Schema.DateTimeUtc),
  entries: Schema.toCodecJson(Schema.Array(PriceListEntry))
})

const KnownRow = Schema.Struct({ ...KnownPriceList.fields, ...Row.fields })

const encode = Schema.encodeSync(Schema.toCodecJson(NewPriceList))

const isSame = (current: PriceList, input: NewPriceList): boolean =>
  JSON.stringify(encode(new NewPriceList(current))) === JSON.stringify(encode(input))

const Named = Schema.Struct({ node_ids: Schema.Array(Id), profile_ids: Schema.Array(Id) })

/** Where price lists name other things. */
const columnsNaming = {
  node: "node_ids",
  profile: "profile_ids",
  variant: "variant_ids",
  product: "array(select (entry->>'product_id')::bigint from jsonb_array_elements(entries) entry)"
}

/** Price lists. What was changed or deleted stays as history: a change ends the row and adds another with the same id. */
export class PriceListRepository extends Context.Service<PriceListRepository>()("core/PriceListRepository", {
  make: Effect.map(SqlClient.SqlClient, (sql) => {
    const select = sql.literal(`select ${priceListColumns} from price_list list where ${presentPriceList("list")}`)

    const read = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly pathIds: ReadonlyArray<bigint> | null }>(),
      Result: Row,
      execute: ({ eventId, pathIds }) =>
        sql`${select} and event_id = ${eventId}
            and (${pathIds}::bigint[] is null or node_id = any(${pathIds}::bigint[]))
          order by rank desc, id`
    })

    const lists = (asked: { readonly eventId: bigint; readonly pathIds: ReadonlyArray<bigint> | null }) =>
      Effect.map(read(asked), (rows) => rows.map((row) => new PriceList(row)))

    /** Those of a path, the highest rank first. */
    const list = ({ eventId, pathIds }: Place) => lists({ eventId, pathIds })

    /** All of an event. */
    const ofEvent = (eventId: bigint) => lists({ eventId, pathIds: null })

    // A changed list begins when the former one ended: at no moment in between is neither of them in force.
    /** Those that were in force around a moment in milliseconds, as they were; present ones count for what is to come. */
    const around = SqlSchema.findAll({
      Request: unencoded<{ readonly eventId: bigint; readonly millis: number }>(),
      Result: KnownRow,
      execute: ({ eventId, millis }) =>
        sql`select ${sql.literal(priceListColumns)}, extract(epoch from list.begun_at)::float8 * 1000 as begun,
            extract(epoch from list.ended_at)::float8 * 1000 as ended
          from price_list list where event_id = ${eventId}
            and coalesce(ended_at > to_timestamp(${millis}::float8 / 1000) - interval '31 minutes', true)
          order by id, begun_at`
    })

    /** The time zone of an event, in which the hours of lists are. */
    const zone = (eventId: bigint) =>
      Effect.map(
        sql<{ zone: string }>`select coalesce(settings->>'time_zone', 'Europe/Berlin') as zone from event
          where event_id = ${eventId}`,
        ([row]) => row!.zone
      )

    /** The names of the present lists that name one of these, the highest rank first. */
    const naming = (eventId: bigint, what: keyof typeof columnsNaming, ids: ReadonlyArray<bigint>) =>
      Effect.map(
        sql<{ name: string }>`select name from price_list list where ${sql.literal(presentPriceList("list"))}
            and event_id = ${eventId} and ${sql.literal(columnsNaming[what])} && ${ids}::bigint[]
          order by rank desc, id`,
        (rows) => rows.map(({ name }) => name)
      )

    const add = ({ eventId, nodeId }: Place, id: bigint | null, input: NewPriceList) => {
      const { entries, windows } = encode(input) as { [field: string]: unknown }
      return Effect.map(
        sql<{ id: bigint }>`insert into price_list (
            event_id, id, begun_at, node_id, name, rank, valid_from, valid_until, windows, node_ids, profile_ids, variant_ids,
            round_to, entries
          ) values (
            ${eventId}, coalesce(${id}::bigint, nextval(pg_get_serial_sequence('price_list', 'id'))),
            coalesce(
              (select max(ended_at) from price_list where event_id = ${eventId} and id = ${id}::bigint),
              date_trunc('milliseconds', clock_timestamp())
            ), ${nodeId}, ${input.name}, ${input.rank},
            ${instant(input.valid_from)}::timestamptz, ${instant(input.valid_until)}::timestamptz,
            ${JSON.stringify(windows)}::jsonb, ${input.node_ids}::bigint[], ${input.profile_ids}::bigint[],
            ${input.user_tag_variant_ids}::bigint[], ${input.round_to}, ${JSON.stringify(entries)}::jsonb
          ) returning id`,
        ([row]) => row!.id
      )
    }

    const remove = ({ eventId }: Place, id: bigint) =>
      sql`update price_list set ended_at = date_trunc('milliseconds', clock_timestamp())
        where event_id = ${eventId} and id = ${id} and ended_at is null`

    /** Of the nodes and profiles that a list names those that it can name: nodes at its own or below, profiles at its own or above. */
    const known = SqlSchema.findAll({
      Request: unencoded<{ readonly place: Place; readonly input: NewPriceList }>(),
      Result: Named,
      execute: ({ input, place: { eventId, nodeId, pathIds } }) =>
        sql`select
          array(select id from node where id = any(${input.node_ids}::bigint[]) and not deleted
            and (id = ${nodeId} or parent_ids @> array[${nodeId}::bigint])) as node_ids,
          array(select id from till_profile
            where event_id = ${eventId} and id = any(${input.profile_ids}::bigint[])
              and node_id = any(${pathIds}::bigint[])) as profile_ids`
    })

    return {
      around,
      insert: (place: Place, input: NewPriceList) => add(place, null, input),
      known,
      list,
      naming,
      ofEvent,
      remove,
      zone,
      /** A list that stays as it is gets no other row. */
      update: (place: Place, current: PriceList, input: NewPriceList) =>
        isSame(current, input) ? Effect.void : Effect.andThen(remove(place, current.id), add(place, current.id, input))
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
