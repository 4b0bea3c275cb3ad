import { Effect, Layer, type Schema } from "effect"
import type { SqlError } from "effect/sql"
import type { ElementType } from "../base/ElementType.ts"
import { type InvalidArgument, NotFound } from "../base/Refusal.ts"
import { Access } from "../organisation/Access.ts"
import { replaced } from "../organisation/AuditLog.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { mayManage, type Place, placeAbove, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import type { ProductNotEditable } from "./Product.ts"

/** Reads or writes rows. Failures that are not in `E` can be fixed by an operator only. */
type Stored<A, E = never> = Effect.Effect<A, E | SqlError.SqlError | Schema.SchemaError>

/** An object of the catalogue; its name stands in the field that the published API has for it. */
export type NamedItem =
  & { readonly id: bigint; readonly node_id: bigint }
  & ({ readonly name: string } | { readonly variant_name: string })

const nameOf = (item: NamedItem): string => "name" in item ? item.name : item.variant_name

/** One kind of object of the catalogue: its name, its storage and its decisions. */
export interface ItemKind<Item, Input, Draft> {
  /** The name of the kind in `NotFound`. */
  readonly elementType: ElementType
  /** The prefix of the audit log's types, followed by `_created`, `_updated` or `_deleted`. */
  readonly logType:
    | "price_list"
    | "product"
    | "product_category"
    | "tax_rate"
    | "ticket"
    | "till_button"
    | "till_layout"
    | "till_profile"
    | "user_tag_variant"
  /** The JSON form for the audit log. */
  readonly encode: (item: Item) => unknown
  /** The items of the place's path, in the order of lists. */
  readonly list: (place: Place) => Stored<ReadonlyArray<Item>>
  /** The item with the id, if it is on the place's path. */
  readonly find: (place: Place, id: bigint) => Stored<ReadonlyArray<Item>>
  /** Decides what to store for the input at the place; `current` is the item that it replaces. */
  readonly decide: (place: Place, input: Input, current?: Item) => Stored<Draft, InvalidArgument | ProductNotEditable>
  /** Stores a new item and returns its id. */
  readonly insert: (place: Place, draft: Draft) => Stored<bigint>
  readonly update: (place: Place, id: bigint, draft: Draft) => Stored<unknown>
  readonly decideDeletion: (place: Place, current: Item) => Stored<Item, InvalidArgument>
  readonly remove: (place: Place, id: bigint) => Stored<unknown>
}

/** The services that `catalogueItems` needs. */
export const itemServices = Layer.merge(Access.layer, Changes.layer)

/**
 * Lists and changes the items of one kind. They are visible at their node and below; administrators of that node may
 * change them. Each change is one transaction under the event's configuration lock, with its audit entry.
 */
export const catalogueItems = Effect.fnUntraced(function*<
  Item extends NamedItem,
  Input,
  Draft
>(kind: ItemKind<Item, Input, Draft>) {
  const access = yield* Access
  const changes = yield* Changes

  const find = Effect.fnUntraced(function*(place: Place, id: bigint) {
    const [item] = yield* kind.find(place, id)
    return item ?? (yield* new NotFound({ element_type: kind.elementType, element_id: id }))
  })

  const findOwn = Effect.fnUntraced(function*(caller: Caller, id: bigint) {
    const current = yield* find(placeOf(caller), id)
    yield* access.requireAt(caller, current.node_id, mayManage)
    return { current, place: placeAbove(placeOf(caller), current.node_id) }
  })

  const list = (caller: Caller) => Effect.orDie(kind.list(placeOf(caller)))

  const get = (caller: Caller, id: bigint) => dieOnInfrastructure(find(placeOf(caller), id))

  const store = Effect.fnUntraced(function*(caller: AtEvent, input: Input) {
    const place = placeOf(caller)
    return yield* find(place, yield* kind.insert(place, yield* kind.decide(place, input)))
  })

  const create = (caller: AtEvent, input: Input) =>
    changes.run(
      caller,
      (item) => ({ logType: `${kind.logType}_created`, content: kind.encode(item) }),
      store(caller, input)
    )

  const replace = Effect.fnUntraced(function*(caller: AtEvent, id: bigint, input: Input) {
    const { current, place } = yield* findOwn(caller, id)
    yield* kind.update(place, id, yield* kind.decide(place, input, current))
    return { before: current, after: yield* find(place, id) }
  })

  const update = (caller: AtEvent, id: bigint, input: Input) =>
    changes.run(
      caller,
      ({ after, before }) => ({
        logType: `${kind.logType}_updated`,
        content: replaced(kind.encode(before), kind.encode(after))
      }),
      replace(caller, id, input)
    ).pipe(Effect.map(({ after }) => after))

  const drop = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
    const { current, place } = yield* findOwn(caller, id)
    yield* kind.decideDeletion(place, current)
    yield* kind.remove(place, id)
    return current
  })

  const remove = (caller: AtEvent, id: bigint) =>
    changes.run(
      caller,
      (item) => ({ logType: `${kind.logType}_deleted`, content: { id, name: nameOf(item) } }),
      drop(caller, id)
    ).pipe(Effect.asVoid)

  return { list, get, create, update, remove }
})

/** The service of the items of one kind. */
export type CatalogueItems<Item extends NamedItem, Input> = Effect.Success<
  ReturnType<typeof catalogueItems<Item, Input, unknown>>
>
