import { Schema } from "effect"
import { PastedLine } from "./Text.ts"

/** Guests' browsers follow these links, so only web addresses are allowed. */
export const Link = PastedLine.check(
  Schema.makeFilter((text) => text === "" || (/^https?:\/\//i.test(text) && URL.canParse(text)), {
    expected: "an address that begins with http:// or https://"
  })
)
