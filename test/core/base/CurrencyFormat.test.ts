import { assert, it } from "@effect/vitest"
import { Currency } from "@wristbank/core/base/Currency"
import * as Money from "@wristbank/core/base/Money"
import type { CloseOutProtocol } from "@wristbank/core/cash/CloseOutProtocol"
import { closeOutSheet } from "@wristbank/core/fiscal/CloseOutSheet"
import { BonConfig } from "@wristbank/core/fiscal/Receipt"
import { sheetOf } from "@wristbank/core/fiscal/ReceiptSheet"
import { testReceipt } from "@wristbank/core/fiscal/TestReceipt"
import { reportFormats } from "@wristbank/core/report/ReportPages"
import { reportWords } from "@wristbank/core/report/ReportWords"
import { DateTime, Schema } from "effect"
import { fromCents } from "../../../web/kit/Amount.ts"
import { formatsOf } from "../../../web/kit/Formats.ts"

const isCurrency = Schema.is(Currency)
const currencies = Intl.supportedValuesOf("currency").filter(isCurrency)
const at = DateTime.makeUnsafe(0)
const cents = Money.Cents.make(246_740n)

const protocol: Partial<CloseOutProtocol> = {
  id: 1n,
  cashier_name: "",
  register_name: null,
  started_at: at,
  ended_at: at,
  closing_out_user_name: "",
  booked_by_name: "Bob",
  cash_drawer_imbalance: Money.zero,
  expected_cash_drawer_balance: cents,
  actual_cash_drawer_balance: cents,
  denominations: null,
  expected_shown: false,
  comment: ""
}

/** An amount of 2467.40 wherever one is written for people. */
const writtenIn = (currency: string): ReadonlyArray<string> => {
  const config = new BonConfig({ title: "", issuer: "", address: "", ust_id: "" })
  const bon = testReceipt({ eventId: 1n, uuid: "u", bookedAt: at, config, currency })
  const order = { ...bon.order, total_price: cents }
  const closed = closeOutSheet(
    protocol as CloseOutProtocol,
    { title: "", issuer: "", currency, timeZone: "UTC" },
    "de"
  )
  return [
    sheetOf({ ...bon, order } as typeof bon, "UTC", "de").total,
    closed.sums[0]![1],
    reportFormats({ currency, time_zone: "UTC" }, reportWords.de).cell({ kind: "amount", cents }),
    formatsOf("de-DE", currency, "UTC").money(fromCents(246_740))
  ]
}

it("every currency that an event can have is written with its two decimals", () => {
  assert.includeMembers(currencies, ["HUF", "PKR", "IDR", "COP", "ALL", "IRR", "MMK", "EUR"])
  for (const currency of currencies) {
    for (const text of writtenIn(currency)) assert.match(text, /^\D*2\.467,40\D*$/, currency)
  }
})
