import type { AuditKind } from "@wristbank/core/organisation/AuditKind"

/** The screens of objects, by the beginning of the kinds that are about them; longer beginnings stand first. */
const screens: ReadonlyArray<readonly [beginning: string, screen: (id: number) => string]> = [
  ["tax_rate_", (id) => `/sell/tax-rates/${id}`],
  ["price_list_", (id) => `/sell/price-lists/${id}`],
  ["product_category_", (id) => `/sell/categories/${id}`],
  ["product_", (id) => `/sell/products/${id}`],
  ["ticket_vouchers_", () => "/guests/presale"],
  ["ticket_", (id) => `/sell/tickets/${id}`],
  ["till_button_", (id) => `/sell/buttons/${id}`],
  ["till_layout_", (id) => `/sell/layouts/${id}`],
  ["till_profile_", (id) => `/sell/profiles/${id}`],
  ["till_", (id) => `/sell/tills/${id}`],
  ["terminal_", (id) => `/sell/terminals/${id}`],
  ["cash_register_stocking_", (id) => `/cash/stockings/${id}`],
  ["cash_register_", (id) => `/cash/registers/${id}`],
  ["user_role_", (id) => `/people/roles/${id}/edit`],
  ["user_to_roles_", () => "/people/rights"],
  ["user_tag", () => "/guests/wristbands"],
  ["user_", (id) => `/people/users/${id}`],
  ["customer_", (id) => `/guests/people/${id}`],
  ["account_", (id) => `/guests/people/${id}`],
  ["payout_run_", (id) => `/payouts/runs/${id}`],
  ["tse_", (id) => `/fiscal/devices/${id}`],
  ["fiscal_", () => "/fiscal/settings"],
  ["button_picture_", () => "/sell/buttons"],
  ["site_map_", () => "/sell/site-map"],
  ["event_bon_logo_", () => "/setup/design"],
  ["event_", () => "/setup/settings"],
  ["card_token_", () => "/setup/card-provider"],
  ["mail_", () => "/setup/mails"],
  ["test_mail_", () => "/setup/settings?topic=mail"],
  ["node_", () => "/setup/place"]
]

/** The screen of the object that an entry is about; `undefined` if it has no screen or is deleted. */
export const screenOf = (kind: AuditKind, id: number | undefined): string | undefined => {
  if (kind.endsWith("_deleted")) return undefined
  const screen = screens.find(([beginning]) => kind.startsWith(beginning))?.[1]
  return screen === undefined || id === undefined ? undefined : screen(id)
}
