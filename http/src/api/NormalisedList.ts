import { Id } from "@wristbank/core/base/Id"
import { Schema } from "effect"

/** The wire form of a list: ids in the list's order and the entities by id. */
export interface NormalisedList<A> {
  readonly ids: ReadonlyArray<bigint>
  readonly entities: { readonly [id: string]: A }
}

/** The schema of a list of entities. */
export const normalisedList = <S extends Schema.Constraint>(entity: S) =>
  Schema.Struct({
    /** The ids of the entries, in the order of the list. */
    ids: Schema.Array(Id),
    /** The entries by id. */
    entities: Schema.Record(Schema.String, entity)
  })

/** A list in its wire form. */
export const toNormalisedList = <A extends { readonly id: bigint }>(entities: ReadonlyArray<A>): NormalisedList<A> => ({
  ids: entities.map(({ id }) => id),
  entities: Object.fromEntries(entities.map((entity) => [String(entity.id), entity]))
})
