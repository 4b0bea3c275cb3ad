import { Schema } from "effect"
import { nullOr } from "../base/OptionalField.ts"
import { SingleLine, Text } from "../base/Text.ts"

/** A value of the whole installation, stored under a key for the apps that use it. */
export class ConfigEntry extends Schema.Class<ConfigEntry>("ConfigEntry")({
  /** The name of the value, 1 to 255 characters in one line. */
  key: SingleLine.check(Schema.isMinLength(1), Schema.isMaxLength(255)),
  /** The value; not a secret, as every administrator of the installation can read it. Null for none. */
  value: nullOr(Text)
}) {}
