import { networkRules } from "./base/NetworkRules.ts"
import { primitiveRules } from "./base/PrimitiveRules.ts"
import type { Rule } from "./base/Rule.ts"
import { cardRules } from "./card/CardRules.ts"
import { cashRules } from "./cash/CashRules.ts"
import { catalogueRules } from "./event/CatalogueRules.ts"
import { eventRules } from "./event/EventRules.ts"
import { pricingRules } from "./event/PricingRules.ts"
import { eventFileRules } from "./eventfile/EventFileRules.ts"
import { exportRules } from "./fiscal/ExportRules.ts"
import { fiscalRules } from "./fiscal/FiscalRules.ts"
import { accountRules } from "./guest/AccountRules.ts"
import { portalRules } from "./guest/PortalRules.ts"
import { orderRules } from "./journal/OrderRules.ts"
import { mailRules } from "./mail/MailRules.ts"
import { organisationRules } from "./organisation/OrganisationRules.ts"
import { secondFactorRules } from "./organisation/SecondFactorRules.ts"
import { secretRules } from "./organisation/SecretRules.ts"
import { signInRules } from "./organisation/SignInRules.ts"
import { payoutRules } from "./payout/PayoutRules.ts"
import { presaleRules } from "./presale/PresaleRules.ts"
import { reportRules } from "./report/ReportRules.ts"
import { paymentRules } from "./sale/PaymentRules.ts"
import { ticketRules } from "./sale/TicketRules.ts"
import { sqlRules } from "./sql/SqlRules.ts"
import { cashTransferRules } from "./till/CashTransferRules.ts"
import { deviceRules } from "./till/DeviceRules.ts"
import { tagSwitchRules } from "./till/TagSwitchRules.ts"
import { terminalRules } from "./till/TerminalRules.ts"
import { tillRules } from "./till/TillRules.ts"
import { tagRules } from "./wristband/TagRules.ts"

/** The rules of all rooms, by the names under which the code refers to them. The first part of a rule's name is an area, not a room. */
export const rulesByRoom = {
  accountRules,
  cardRules,
  cashRules,
  cashTransferRules,
  catalogueRules,
  deviceRules,
  eventFileRules,
  eventRules,
  exportRules,
  fiscalRules,
  mailRules,
  networkRules,
  orderRules,
  organisationRules,
  paymentRules,
  payoutRules,
  portalRules,
  presaleRules,
  pricingRules,
  primitiveRules,
  reportRules,
  secondFactorRules,
  secretRules,
  signInRules,
  sqlRules,
  tagRules,
  tagSwitchRules,
  terminalRules,
  ticketRules,
  tillRules
}

type InRoom<Rules> = Rules[keyof Rules] extends { readonly name: infer Name } ? Name : never
type InRooms<Rooms> = { readonly [Room in keyof Rooms]: InRoom<Rooms[Room]> }[keyof Rooms]

/** The values of `rule` in answers to calls. */
export type RuleName = InRooms<typeof rulesByRoom>

/** Every rule, by room. */
export const rules: ReadonlyArray<Rule> = Object.values(rulesByRoom).flatMap((room) => Object.values<Rule>(room))
