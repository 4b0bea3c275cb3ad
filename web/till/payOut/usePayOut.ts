import { negate } from "../../kit/Amount.ts"
import { asJson } from "../../kit/Chip.ts"
import { randomUuid } from "../../kit/Uuid.ts"
import { useAmountEntry } from "../amounts/AmountText.ts"
import { payOutOf } from "../amounts/Payments.ts"
import { useCheck } from "../amounts/useCheck.ts"
import { call } from "../calls.ts"
import { useGuest } from "../guest/Guest.ts"
import { useMessages } from "../messages.ts"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import { useSession } from "../Session.ts"

/** A pay-out before the cash is given: guest, amount, and what the server says to both. */
export const usePayOut = () => {
  const say = useMessages()
  const { config: { till } } = useSession()
  const entry = useAmountEntry()
  const one = useOneBooking()
  const held = useGuest(() => {
    entry.setText("")
    one.next()
  })
  useMade(one, () => {
    entry.setText("")
    held.forget()
  })
  const { chip, guest } = held
  const { amount } = entry
  const possible = till === null ? "absent" : payOutOf(till)
  const isEmpty = guest !== undefined && guest.balance <= 0
  // Without an amount, the server pays out whatever the balance is by then.
  const wanted = amount === undefined || amount === 0 ? null : negate(amount)
  const canAsk = possible === "possible" && guest !== undefined && !isEmpty && amount !== undefined
  const check = useCheck(
    canAsk ? `${chip} ${wanted} ${guest.balance}` : undefined,
    () =>
      call("POST /order/check-payout", {
        body: { uuid: randomUuid(), customer_tag_uid: asJson(chip!), amount: wanted }
      })
  )
  const payOut = check.answer === undefined ? undefined : negate(check.answer.amount)
  return {
    entry,
    held,
    one,
    possible,
    isEmpty,
    isWhole: wanted === null,
    refusal: check.refusal,
    after: check.answer?.new_balance,
    payOut,
    book: () =>
      chip !== undefined && payOut !== undefined && one.make({
        call: "POST /order/book-payout",
        body: { customer_tag_uid: asJson(chip), amount: negate(payOut) },
        subject: { chip, amount: payOut, text: say.taskPayOut }
      })
  }
}
