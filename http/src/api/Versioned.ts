import { versionBy } from "@wristbank/core/base/Version"
import { Schema, SchemaTransformation, Struct } from "effect"

type Fields = { readonly [name: string]: Schema.Codec<unknown, unknown> }

/** The schema of an object in answers; there it has a `version`, which requests return in the header If-Match. */
export type Versioned<A, I> = Schema.Codec<A, I & { readonly version: string }>

/**
 * Adds `version` to the answered form of an object. It depends only on the fields that `input` replaces: a form does not become
 * stale because a till sells. Requests that send `version` back in their body are not refused, as published applications return
 * all that they have read.
 */
export const versioned = <A extends object, I>(
  item: Schema.Codec<A, I> & {
    readonly identifier: string
    readonly fields: Fields
    readonly make: (fields: never) => A
  },
  input: { readonly fields: Fields }
): Versioned<A, I> => {
  const version = versionBy(item, input)
  const wire = Schema.Struct({ ...item.fields, version: Schema.String }).annotate({
    identifier: `Versioned${item.identifier}`
  }) as unknown as Schema.Codec<A & { readonly version: string }, I & { readonly version: string }>
  return wire.pipe(Schema.decodeTo(
    Schema.toType(item),
    SchemaTransformation.transform<A, A & { readonly version: string }>({
      decode: (answered) => item.make(Struct.omit(answered, ["version"]) as never),
      encode: (shown) => ({ ...shown, version: version(shown) })
    })
  ))
}

/** The value of If-Match (RFC 9110, 13.1.1): versions in double quotes, or * for any. A weak one (W/) matches none. */
const EntityTags = Schema.String.check(
  Schema.isMaxLength(1000),
  Schema.isPattern(/^(?:\*|(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*)$/, {
    expected: "versions in double quotes"
  })
)

/** The headers of a call that replaces an object: with If-Match it is refused unless the object still has that version. */
export const ifMatch = { "if-match": Schema.optionalKey(EntityTags) }

/** Whether the value of If-Match names a version. */
export const matches = (tags: string, version: string): boolean =>
  tags === "*" || tags.split(",").some((tag) => tag.trim() === `"${version}"`)
