import { Option } from "effect"
import { withoutEndSlashes } from "../primitives/Text.ts"

/**
 * Where guests find the receipt of an order: at the portal of its event, else at the address under which all guests are served,
 * else below the root of whatever server they use.
 */
export const receiptLink = (uuid: string, portal: string, shared: Option.Option<URL>): string => {
  const base = portal === "" ? Option.match(shared, { onNone: () => "", onSome: ({ href }) => href }) : portal
  return `${withoutEndSlashes(base)}/bon/${uuid}`
}
