import { Schema } from "effect"
import { SingleLine, Text } from "../primitives/Text.ts"

/** A value that belongs to the whole installation, kept under its key for the apps that use it. */
export class ConfigEntry extends Schema.Class<ConfigEntry>("ConfigEntry")({
  key: SingleLine.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
  /** Whoever administers the root can read it, so nothing secret. */
  value: Schema.NullOr(Text)
}) {}
