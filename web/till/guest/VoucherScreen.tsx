import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson } from "../../kit/Chip.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import type { BookingAnswer } from "../journal/BookingCalls.ts"
import { useMessages } from "../messages.ts"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import "../tasks.css"
import { countIn } from "./Count.ts"
import { useGuest } from "./Guest.ts"
import { GuestPanel } from "./GuestPanel.tsx"

const suggestions = [1, 2, 3, 5, 10]

/** Vouchers for a guest, such as for crew and artists. */
export const VoucherScreen = () => {
  const say = useMessages()
  const [text, setText] = useState("")
  const one = useOneBooking()
  const held = useGuest(one.next)
  useMade(one, () => {
    setText("")
    held.forget()
  })
  const { chip } = held
  const count = countIn(text, 1)
  const answer = one.booking?.answer as BookingAnswer<"POST /user/grant-vouchers"> | null | undefined
  const grant = () =>
    chip !== undefined && count !== undefined && one.make({
      call: "POST /user/grant-vouchers",
      body: { vouchers: count, user_tag_uid: asJson(chip) },
      subject: { chip, amount: null, text: say.voucherCount(count) }
    })
  return (
    <div className="page stack">
      <h1>{say.taskVouchers}</h1>
      <div className="task">
        <GuestPanel held={held} />
        <Form
          label={say.taskVouchers}
          refusal={undefined}
          mistakes={text !== "" && count === undefined ? { vouchers: say.wholeNumber } : undefined}
          onSubmit={grant}
        >
          <TextField
            name="vouchers"
            label={say.vouchersToGrant}
            inputMode="numeric"
            autoComplete="off"
            value={text}
            onChange={setText}
          />
          <div className="suggestions">
            {suggestions.map((number) => (
              <Button key={number} className="large" onClick={() => setText(String(number))}>{number}</Button>
            ))}
          </div>
          <Button
            type="submit"
            kind="primary"
            className="large"
            busy={one.isUnderWay}
            disabled={count === undefined || held.guest === undefined}
          >
            {count === undefined ? say.taskVouchers : say.grantVouchers(count)}
          </Button>
          {held.guest === undefined && <p className="muted">{say.guestMissing}</p>}
        </Form>
      </div>
      <OneBookingResult of={one}>
        {answer ? <p>{say.vouchersGranted(answer.vouchers)}</p> : undefined}
      </OneBookingResult>
    </div>
  )
}
