/** The comments of fields, endpoints and groups, as the calls that `CommentCalls.ts` puts into the sources tell them. */
import { Context, Predicate, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/** A comment and the place of what it is about. */
export interface Comment {
  /** Null where there is none. */
  readonly text: string | null
  /** File and line, as `core/src/order/Sale.ts:43`. */
  readonly place: string
}

/** The comment of an endpoint or a group of endpoints. */
export class CommentOf extends Context.Service<CommentOf, Comment>()("docs/CommentOf") {}

const fields = new WeakMap<object, Comment>()

/** The comment of a field, if this is the schema that was written as its value. */
export const commentOfField = (schema: unknown): Comment | undefined =>
  Predicate.isObjectOrArray(schema) || typeof schema === "function" ? fields.get(schema) : undefined

/** Schemas are shared by many fields: this is another object for the same schema. */
const another = <A extends object>(schema: A): A =>
  new Proxy(schema, { get: (target, key) => Reflect.get(target, key) })

/**
 * The value of a field with its comment. Without one, it has that of the field it is taken from: of `product.price` in
 * `orElse(product.price, null)`.
 */
export const field = (
  value: unknown,
  text: string | null,
  place: string,
  sources: () => ReadonlyArray<unknown> = () => []
): unknown => {
  if (!Schema.isSchema(value) || (text === null && fields.has(value))) return value
  const [source] = text === null ? sources().map(commentOfField).filter((comment) => comment !== undefined) : []
  const own = another(value)
  fields.set(own, source ?? { text, place })
  return own
}

export const endpoint = (value: unknown, text: string | null, place: string): unknown =>
  HttpApiEndpoint.isHttpApiEndpoint(value)
    ? (value as unknown as Annotated).annotate(CommentOf, { text, place })
    : value

/** What a class with a comment extends: only groups of endpoints take the comment. */
export const declared = (value: unknown, text: string | null, place: string): unknown =>
  HttpApiGroup.isHttpApiGroup(value)
    ? (value as unknown as Annotated).annotate(CommentOf, { text, place })
    : value

interface Annotated {
  readonly annotate: (key: typeof CommentOf, comment: Comment) => unknown
}
