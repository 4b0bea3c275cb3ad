import { accountRules } from "./account/AccountRules.ts"
import { cardRules } from "./card/CardRules.ts"
import { cashRules } from "./cash/CashRules.ts"
import { terminalRules } from "./cash/TerminalRules.ts"
import { catalogueRules } from "./catalogue/CatalogueRules.ts"
import { deviceRules } from "./device/DeviceRules.ts"
import { exportRules } from "./dsfinvk/ExportRules.ts"
import { eventRules } from "./event/EventRules.ts"
import { eventFileRules } from "./eventfile/EventFileRules.ts"
import { fiscalRules } from "./fiscal/FiscalRules.ts"
import { mailRules } from "./mail/MailRules.ts"
import { networkRules } from "./network/NetworkRules.ts"
import { cashTransferRules } from "./order/CashTransferRules.ts"
import { orderRules } from "./order/OrderRules.ts"
import { paymentRules } from "./order/PaymentRules.ts"
import { ticketRules } from "./order/TicketRules.ts"
import { organisationRules } from "./organisation/OrganisationRules.ts"
import { secondFactorRules } from "./organisation/SecondFactorRules.ts"
import { secretRules } from "./organisation/SecretRules.ts"
import { signInRules } from "./organisation/SignInRules.ts"
import { payoutRules } from "./payout/PayoutRules.ts"
import { portalRules } from "./portal/PortalRules.ts"
import { presaleRules } from "./presale/PresaleRules.ts"
import { primitiveRules } from "./primitives/PrimitiveRules.ts"
import type { Rule } from "./primitives/Rule.ts"
import { reportRules } from "./report/ReportRules.ts"
import { sqlRules } from "./sql/SqlRules.ts"
import { tagRules } from "./tag/TagRules.ts"
import { tillRules } from "./till/TillRules.ts"

/** The rules of all rooms, by the names under which the code refers to them. */
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
  primitiveRules,
  reportRules,
  secondFactorRules,
  secretRules,
  signInRules,
  sqlRules,
  tagRules,
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
