import type { OrderType, PaymentMethod } from "../journal/Order.ts"
import type { ExportedLine } from "./ExportedOrder.ts"
import type { FiscalSettings } from "./FiscalSettings.ts"

/** The category of a line for the tax office (GV_TYP): the values of DSFinV-K, annex C, that occur here. */
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
 * Determines the category of a line by its product. A cancellation has the category of its sale, so that the sums of
 * each category cancel out. Goods paid with a balance either redeem a multi-purpose voucher or are revenue; the tax
 * adviser decides which.
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

/** The kind of a payment (ZAHLART_TYP): the values of DSFinV-K, annex D, that occur here. */
export type PaymentType = "Bar" | "Unbar" | "Keine" | "ElZahlungsdienstleister" | "Guthabenkarte"

/** Determines how an order is paid. The kind of card is not known. A payment of 0 counts as no payment. */
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
