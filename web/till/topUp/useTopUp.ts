import { useState } from "react"
import { useLocation } from "wouter"
import type { Amount } from "../../kit/Amount.ts"
import { asJson } from "../../kit/Chip.ts"
import { isTemporary } from "../../kit/Refusal.ts"
import { sentenceOf } from "../../kit/Refused.tsx"
import { randomUuid } from "../../kit/Uuid.ts"
import { useAmountEntry } from "../amounts/AmountText.ts"
import { useCheck } from "../amounts/useCheck.ts"
import { call } from "../calls.ts"
import { useGuest } from "../guest/Guest.ts"
import { useMessages } from "../messages.ts"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import { pathOf } from "../Tasks.ts"
import { takeWish } from "./Wish.ts"

/** A top-up before it is paid: guest, amount, and what the server says to both. */
export const useTopUp = () => {
  const say = useMessages()
  const [wish] = useState(takeWish)
  const [, navigate] = useLocation()
  const entry = useAmountEntry(wish?.amount)
  const one = useOneBooking()
  const held = useGuest(one.next, wish?.chip)
  useMade(one, () => {
    entry.setText("")
    held.forget()
  })
  const { chip, guest } = held
  const amount = entry.amount === 0 ? undefined : entry.amount
  const { answer, refusal } = useCheck(
    guest === undefined || amount === undefined ? undefined : `${chip} ${amount}`,
    () =>
      call("POST /order/check-topup", {
        body: { uuid: randomUuid(), payment_method: "cash", amount: amount!, customer_tag_uid: asJson(chip!) }
      })
  )
  const close = () => {
    one.close()
    // The sale that the guest had too little for goes on.
    if (wish !== undefined && one.booking?.phase === "booked") navigate(pathOf("sale"))
  }
  return {
    entry,
    held,
    one: { ...one, close },
    amount,
    after: answer?.new_balance,
    mistake: entry.amount === undefined
      ? say.amountMalformed
      : refusal === undefined || isTemporary(refusal)
      ? undefined
      : sentenceOf(refusal, say),
    missing: amount === undefined
      ? say.amountMissing
      : guest === undefined
      ? say.guestMissing
      : refusal === undefined
      ? undefined
      : isTemporary(refusal)
      ? sentenceOf(refusal, say)
      : say.amountRefused,
    pay: (method: "cash" | "sumup", given?: Amount) =>
      chip !== undefined && amount !== undefined && one.make({
        call: "POST /order/book-topup",
        body: { payment_method: method, amount, customer_tag_uid: asJson(chip) },
        subject: { chip, amount, given, text: say.taskTopUp },
        card: method === "sumup"
      })
  }
}
