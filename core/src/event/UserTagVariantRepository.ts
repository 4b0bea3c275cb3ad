import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { isPlanned } from "./ProductVersionSql.ts"
import { type NewUserTagVariant, standardVariants, UserTagVariant, type VariantUses } from "./UserTagVariant.ts"

/** The variants of a product or tag in SQL, from its columns `event_id` and `variant_ids`. */
const variantsOf = (alias: string) =>
  `user_tag_variant variant where variant.event_id = ${alias}.event_id and variant.id = any(${alias}.variant_ids)`
const agesOf = (alias: string) => `${variantsOf(alias)} and variant.variant_name in ('under_16', 'under_18')`

/** The columns `user_tag_variant_ids` and `restrictions` of a product or ticket. */
export const productVariants = (alias: string) =>
  `${alias}.variant_ids as user_tag_variant_ids,
  array(select variant.variant_name from ${agesOf(alias)} order by variant.variant_name) as restrictions`

/**
 * The ids and names of the variants of a tag, by priority and name, and its age limit as `restriction`: that of the younger
 * guests if it has both.
 */
export const tagVariants = (alias: string, { ids, names }: { readonly ids: string; readonly names: string }) =>
  `array(select variant.id from ${variantsOf(alias)} order by variant.priority, variant.variant_name) as ${ids},
  array(select variant.variant_name from ${
    variantsOf(alias)
  } order by variant.priority, variant.variant_name) as ${names},
  ${restrictionOf(alias)} as restriction`

/** The age limit of a tag. */
export const restrictionOf = (alias: string) => `(select min(variant.variant_name) from ${agesOf(alias)})`

/** The kinds of wristbands of events. */
export class UserTagVariantRepository
  extends Context.Service<UserTagVariantRepository>()("core/UserTagVariantRepository", {
    make: Effect.map(SqlClient.SqlClient, (sql) => {
      const list = SqlSchema.findAll({
        Request: Id,
        Result: UserTagVariant,
        execute: (eventId) =>
          sql`select id, event_id as node_id, variant_name, description, priority from user_tag_variant
            where event_id = ${eventId} order by priority, variant_name`
      })

      const add = (eventId: bigint, { description, priority, variant_name }: NewUserTagVariant) =>
        Effect.map(
          sql<{ id: bigint }>`insert into user_tag_variant (event_id, variant_name, description, priority)
            values (${eventId}, ${variant_name}, ${description}, ${priority}) returning id`,
          ([row]) => row!.id
        )

      return {
        /** The variants of an event by priority and name. */
        list,
        add,
        /** The variants that a new event starts with. */
        addStandard: (eventId: bigint) =>
          Effect.forEach(standardVariants, (one) => add(eventId, one), { discard: true }),
        update: (eventId: bigint, id: bigint, { description, priority, variant_name }: NewUserTagVariant) =>
          sql`update user_tag_variant set variant_name = ${variant_name}, description = ${description}, priority = ${priority}
            where event_id = ${eventId} and id = ${id}`,
        remove: (eventId: bigint, id: bigint) =>
          sql`delete from user_tag_variant where event_id = ${eventId} and id = ${id}`,
        /** How many objects use it. Reads all tags of the event. */
        uses: (eventId: bigint, id: bigint) =>
          Effect.map(
            sql<VariantUses>`select
              (select count(*) from user_tag tag
                where tag.event_id = ${eventId} and tag.variant_ids @> array[${id}::bigint])::int4 as tags,
              count(*) filter (where type <> 'ticket')::int4 as products,
              count(*) filter (where type = 'ticket')::int4 as tickets
              from product where event_id = ${eventId} and (variant_ids @> array[${id}::bigint] or exists (
                select from catalogue_version version
                where ${sql.literal(isPlanned("version", "product"))}
                  and version.content->'variant_ids' @> to_jsonb(${String(id)}::text)
              ))`,
            ([row]): VariantUses => row ?? { tags: 0, products: 0, tickets: 0 }
          )
      }
    })
  })
{
  static readonly layer = Layer.effect(this, this.make)
}
