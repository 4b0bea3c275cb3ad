import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import { useSession } from "../Session.ts"
import "../tasks.css"
import { countIn } from "./Count.ts"
import { NewTag } from "./NewTag.tsx"
import { demoPinOf, TagPin } from "./TagPin.tsx"

/** A wristband without payment. */
export const FreeTicketScreen = () => {
  const say = useMessages()
  const { chip, count, grant, missing, one, pin, setChip, setPin, setVouchers, vouchers } = useFreeTicket()
  return (
    <div className="page stack">
      <h1>{say.taskFreeTicket}</h1>
      <p className="muted">{say.freeTicketIntro}</p>
      <div className="task">
        <NewTag chip={chip} onForget={() => setChip(undefined)} />
        <Form
          label={say.taskFreeTicket}
          refusal={undefined}
          mistakes={count === undefined ? { vouchers: say.wholeNumberOrNone } : undefined}
          onSubmit={grant}
        >
          <TagPin name="user_tag_pin" label={say.tagPin} hint={say.tagPinHint} value={pin} onChange={setPin} />
          <TextField
            name="vouchers"
            label={say.freeTicketVouchers}
            inputMode="numeric"
            autoComplete="off"
            value={vouchers}
            onChange={setVouchers}
          />
          <Button
            type="submit"
            kind="primary"
            className="large"
            busy={one.isUnderWay}
            disabled={missing !== undefined || count === undefined}
          >
            {say.grantFreeTicket}
          </Button>
          {missing !== undefined && <p className="muted">{missing}</p>}
        </Form>
      </div>
      <OneBookingResult of={one}>
        <p>{say.freeTicketDone}</p>
      </OneBookingResult>
    </div>
  )
}

const useFreeTicket = () => {
  const say = useMessages()
  const { config } = useSession()
  const [chip, setChip] = useState<Chip>()
  const [pin, setPin] = useState("")
  const [vouchers, setVouchers] = useState("")
  const one = useOneBooking()
  useMade(one, () => {
    setChip(undefined)
    setPin("")
    setVouchers("")
  })
  useChips((held) => {
    one.next()
    setChip(held)
    setPin((typed) => demoPinOf(config, held) ?? typed)
  })
  const count = countIn(vouchers, 0)
  const missing = chip === undefined ? say.newTagMissing : pin.trim() === "" ? say.pinMissing : undefined
  const grant = () =>
    missing === undefined && chip !== undefined && count !== undefined && one.make({
      call: "POST /user/grant-free-ticket",
      body: { user_tag_pin: pin.trim(), user_tag_uid: asJson(chip), initial_voucher_amount: count },
      subject: { chip, amount: null, text: say.taskFreeTicket }
    })
  return { chip, count, grant, missing, one, pin, setChip, setPin, setVouchers, vouchers }
}
