/** The comments of fields, endpoints and groups, as the calls that `CommentCalls.ts` puts into the sources tell them. */
import { Context, Predicate, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/** A comment and the place of what it is about. */
export interface Comment {
  /** Null where there is none. */
  readonly text: string | null
  /** File and line, as `core/src/sale/Sale.ts:43`. */
  readonly place: string
}

/** The comment of a schema that has a name in documents. */
export interface NamedComment extends Comment {
  readonly schema: Schema.Top
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

const schemas = new Map<string, Array<NamedComment>>()

/** The comments of schemas with this name: an API has one of each name, but two APIs may have different ones. */
export const commentsOfSchema = (name: string): ReadonlyArray<NamedComment> => schemas.get(name) ?? []

/** The name under which a schema stands in a document. */
const nameOf = (schema: Schema.Top): string | undefined => {
  const { annotations, checks } = schema.ast
  const name = Reflect.get(schema, "identifier") ?? (checks?.at(-1)?.annotations ?? annotations)?.["identifier"]
  return typeof name === "string" ? name : undefined
}

/** What a class with a comment extends, or the value of a constant with one: groups of endpoints and schemas with a name take it. */
export const declared = (value: unknown, text: string | null, place: string): unknown => {
  if (HttpApiGroup.isHttpApiGroup(value)) return (value as unknown as Annotated).annotate(CommentOf, { text, place })
  if (!Schema.isSchema(value)) return value
  const name = nameOf(value)
  if (name !== undefined) schemas.set(name, [...commentsOfSchema(name), { text, place, schema: value }])
  return value
}

interface Annotated {
  readonly annotate: (key: typeof CommentOf, comment: Comment) => unknown
}
