import type { AuditKind } from "./AuditKind.ts"

/** The types of objects that audit entries are about. Ids are unique among objects of one type only. */
export const auditObjectTypes = [
  "account",
  "cash_register",
  "cash_register_stocking",
  "node",
  "order",
  "payout_run",
  "price_list",
  "product",
  "product_category",
  "tax_rate",
  "terminal",
  "ticket",
  "till",
  "till_button",
  "till_layout",
  "till_profile",
  "tse",
  "user",
  "user_role",
  "user_tag",
  "user_tag_variant"
] as const
export type AuditObjectType = typeof auditObjectTypes[number]

/** The beginnings of kinds and the objects that such entries are about; of several that fit, the longest counts. */
const beginnings: Readonly<Record<string, AuditObjectType | null>> = {
  account_: "account",
  button_picture_: "node",
  card_authorisation_: "node",
  card_token_: "node",
  cash_register_: "cash_register",
  cash_register_stocking_: "cash_register_stocking",
  cashier_account_: "cash_register",
  customer_: "account",
  customer_sign_in_failed: null,
  event_: "node",
  free_ticket_granted: "account",
  node_: "node",
  order_: "order",
  payout_: "payout_run",
  presale_: null,
  price_list_: "price_list",
  product_: "product",
  product_category_: "product_category",
  site_map_: "node",
  tax_rate_: "tax_rate",
  terminal_: "terminal",
  ticket_: "ticket",
  ticket_vouchers_: null,
  till_: "till",
  till_button_: "till_button",
  till_layout_: "till_layout",
  till_profile_: "till_profile",
  tse_: "tse",
  tse_switched_over: null,
  user_: "user",
  user_role_: "user_role",
  user_sign_in_failed: null,
  user_tag_: "user_tag",
  user_tag_secret_: null,
  user_tag_variant_: "user_tag_variant",
  user_tags_: null,
  vouchers_granted: "account"
}

const longestFirst = Object.entries(beginnings).toSorted(([one], [other]) => other.length - one.length)

/** The type of the object that entries of a kind are about; `undefined` for kinds that are about no single object. */
export const auditObjectOf = (kind: AuditKind): AuditObjectType | undefined =>
  longestFirst.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? undefined

/** The places in the content of an entry that may hold the id of its object; the first that has a value counts. */
export const auditIdPaths = [
  ["id"],
  ["tse", "id"],
  ["terminal_id"],
  ["till_id"],
  ["account_id"],
  ["customer_id"],
  ["cash_register_id"],
  ["payout_run_id"],
  ["user_id"]
] as const

const valueAt = (content: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, field) => typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : null,
    content
  )

/** The id of the object that an entry is about, from its content; `undefined` for entries that are about no single object. */
export const auditIdOf = (kind: AuditKind, content: unknown): number | undefined => {
  if (auditObjectOf(kind) === undefined) return undefined
  return auditIdPaths.map((path) => valueAt(content, path)).find((value) => typeof value === "number")
}
