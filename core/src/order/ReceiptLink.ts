import { Option } from "effect"
import { withoutEndSlashes } from "../primitives/Text.ts"

/**
 * The address of an order's receipt for guests: at the portal of its event, else at the common address for guests, else
 * below the root of the server in use.
 */
export const receiptLink = (uuid: string, portal: string, shared: Option.Option<URL>): string => {
  const base = portal === "" ? Option.match(shared, { onNone: () => "", onSome: ({ href }) => href }) : portal
  return `${withoutEndSlashes(base)}/bon/${uuid}`
}
