import { Schema, SchemaTransformation } from "effect"
import { Id } from "../base/Id.ts"
import { atMost, Text } from "../base/Text.ts"

/** A key of the tags' chips: 16 bytes as 32 hexadecimal digits. Spaces are removed, letters become lower case. */
export const ChipKey = Schema.String.check(atMost(1000)).pipe(
  Schema.decodeTo(
    Schema.String.check(Schema.isPattern(/^[0-9a-f]{32}$/, { expected: "16 bytes in hexadecimal" })),
    SchemaTransformation.transform({
      decode: (text) => text.replaceAll(/\s/g, "").toLowerCase(),
      encode: (key) => key
    })
  )
)

/** The chip keys of an event's wristbands, as they are stored. */
export class NewUserTagSecret extends Schema.Class<NewUserTagSecret>("NewUserTagSecret")({
  /** The first key: 16 bytes as 32 hexadecimal digits; spaces do not matter. */
  key0: ChipKey,
  /** The second key: 16 bytes as 32 hexadecimal digits; spaces do not matter. */
  key1: ChipKey,
  /** Where the keys come from. */
  description: Text
}) {}

/**
 * The keys with which an event's chips are read. Only terminals receive them; everywhere else a marker replaces them.
 */
export class UserTagSecret extends Schema.Class<UserTagSecret>("UserTagSecret")({
  /** A marker in place of the first key; only terminals get it. */
  key0: Schema.String,
  /** A marker in place of the second key; only terminals get it. */
  key1: Schema.String,
  /** Where the keys come from. */
  description: Schema.String,
  id: Id,
  node_id: Id
}) {}
