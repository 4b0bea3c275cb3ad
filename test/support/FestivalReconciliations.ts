import { Reconciliations } from "@wristbank/core/card/Reconciliations"
import { Cents } from "@wristbank/core/ledger/Money"
import { DateTime, Effect } from "effect"
import { Festival, topUp } from "./Festival.ts"
import { provider } from "./FestivalPayments.ts"
import { done } from "./FestivalServer.ts"

/** Today by the clocks at the festival. */
export const today = Effect.map(
  DateTime.now,
  (now) => DateTime.formatIsoDate(DateTime.setZone(now, DateTime.zoneMakeNamedUnsafe("Europe/Berlin")))
)

/** Compares what was paid today with what was booked. */
export const reconciled = Effect.gen(function*() {
  const { event } = yield* Festival
  const day = yield* today
  return yield* Reconciliations.use(({ run }) => run(BigInt(event), day))
})

/** A card reader takes money (cents) for an order, or fails to. */
export const charged = Effect.fnUntraced(function*(
  reference: string | null,
  amount: bigint,
  status: "FAILED" | "SUCCESSFUL" = "SUCCESSFUL"
) {
  const { shop } = yield* provider
  return shop.record({
    amount: Cents.make(amount),
    currency: "EUR",
    foreign_transaction_id: reference,
    merchant_code: "MFESTIVAL",
    payment_type: "POS",
    status,
    timestamp: yield* DateTime.now,
    type: "PAYMENT"
  })
})

/** A top-up of 7.00 at the bar that is booked on the terminal's word, by its uuid. */
export const toldTopUp = Effect.gen(function*() {
  const { bar, guest } = yield* Festival
  const request = topUp(yield* guest({ balance: 0 }), 7, { payment_method: "sumup" })
  done(yield* bar.post("/order/book-topup", request))
  return request.uuid
})
