import { Schema } from "effect"
import { SingleLine, Text } from "../primitives/Text.ts"

/** A value of the whole installation, stored under a key for the apps that use it. */
export class ConfigEntry extends Schema.Class<ConfigEntry>("ConfigEntry")({
  key: SingleLine.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
  /** Every administrator of the root can read it, so it must not be a secret. */
  value: Schema.NullOr(Text)
}) {}
