import { useState } from "react"
import { reload } from "../../kit/Answers.ts"
import { Button } from "../../kit/Button.tsx"
import { asJson, type Chip } from "../../kit/Chip.ts"
import { useChips } from "../../kit/readers/Chips.ts"
import { useMessages } from "../messages.ts"
import { StaffTag } from "../people/StaffTag.tsx"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import { loadSession } from "../Session.ts"

/** A register from one cashier to another. Both hold their tags to the reader: first who gives, then who takes. */
export const TransferRegister = () => {
  const say = useMessages()
  const [giver, setGiver] = useState<Chip>()
  const [taker, setTaker] = useState<Chip>()
  const one = useOneBooking()
  useMade(one, () => {
    setGiver(undefined)
    setTaker(undefined)
    reload("registers")
    void loadSession()
  })
  useChips((held) => {
    one.next()
    if (giver === undefined) setGiver(held)
    else setTaker(held)
  })
  const missing = giver === undefined
    ? say.giverMissing
    : taker === undefined
    ? say.takerMissing
    : giver === taker
    ? say.samePerson
    : undefined
  return (
    <div className="task">
      <div className="stack">
        <StaffTag label={say.giver} hint={say.holdGiver} chip={giver} onForget={() => setGiver(undefined)} />
        {giver !== undefined && (
          <StaffTag
            label={say.taker}
            hint={say.holdTaker}
            chip={taker}
            onForget={() => setTaker(undefined)}
          />
        )}
      </div>
      <div className="stack">
        <p>{say.transferEffect}</p>
        <Button
          kind="primary"
          className="large"
          busy={one.isUnderWay}
          disabled={missing !== undefined}
          onClick={() =>
            giver !== undefined && taker !== undefined && one.make({
              call: "POST /transfer-cash-register",
              body: { source_cashier_tag_uid: asJson(giver), target_cashier_tag_uid: asJson(taker) },
              subject: { chip: taker, amount: null, text: say.transferRegister }
            })}
        >
          {say.transferNow}
        </Button>
        {missing !== undefined && <p className="muted">{missing}</p>}
      </div>
      <OneBookingResult of={one} />
    </div>
  )
}
