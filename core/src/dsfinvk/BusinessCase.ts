import type { FiscalSettings } from "../fiscal/FiscalSettings.ts"
import type { OrderType, PaymentMethod } from "../order/Order.ts"
import type { ExportedLine } from "./ExportedOrder.ts"

/** What a line is to the tax office (GV_TYP); the words of DSFinV-K, annex C, that occur here. */
export type BusinessCase =
  | "Umsatz"
  | "Pfand"
  | "PfandRueckzahlung"
  | "Rabatt"
  | "MehrzweckgutscheinKauf"
  | "MehrzweckgutscheinEinloesung"
  | "Geldtransit"
  | "DifferenzSollIst"

type Classified = Pick<ExportedLine, "productType" | "isReturnable" | "quantity">

/**
 * What a line is, by its product. A cancellation is what its sale was, so that the sums of each kind cancel out. Goods that a
 * balance pays for redeem a voucher for many purposes, or are revenue: that is for the tax adviser to say.
 */
export const businessCaseOf = (
  line: Classified,
  { orderType, paymentMethod }: { readonly orderType: OrderType; readonly paymentMethod: PaymentMethod },
  tagPayments: FiscalSettings["tag_payments"]
): BusinessCase => {
  switch (line.productType) {
    case "ticket":
      return "Umsatz"
    case "topup":
    case "payout":
      return "MehrzweckgutscheinKauf"
    case "discount":
      return "Rabatt"
    case "money_transfer":
      return "Geldtransit"
    case "imbalance":
      return "DifferenzSollIst"
    case "user_defined": {
      const sold = orderType === "cancel_sale" ? -line.quantity : line.quantity
      if (line.isReturnable) return sold > 0 ? "Pfand" : "PfandRueckzahlung"
      return paymentMethod === "tag" && tagPayments === "redemption" ? "MehrzweckgutscheinEinloesung" : "Umsatz"
    }
  }
}

/** How something is paid (ZAHLART_TYP); the words of DSFinV-K, annex D, that occur here. */
export type PaymentType = "Bar" | "Unbar" | "Keine" | "ElZahlungsdienstleister" | "Guthabenkarte"

/** How an order is paid. Which kind of card a reader read is not known, and a payment of nothing counts as no payment. */
export const paymentTypeOf = (
  method: PaymentMethod,
  total: bigint,
  paymentTypes: FiscalSettings["payment_types"]
): PaymentType => {
  if (total === 0n) return "Keine"
  if (method === "cash") return "Bar"
  if (paymentTypes === "plain" || method === "sumup") return "Unbar"
  return method === "tag" ? "Guthabenkarte" : "ElZahlungsdienstleister"
}
