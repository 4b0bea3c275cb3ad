import { useAtomValue } from "jotai"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { isFinal } from "../journal/Booking.ts"
import { bookingsAtom } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { forgetPerson, loadSession } from "../Session.ts"

/** Ends the shift at this till: the register leaves it, and is counted in the office. */
export const CloseShift = () => {
  const say = useMessages()
  const open = useAtomValue(bookingsAtom).filter((booking) => !isFinal(booking)).length
  const { busy, refusal, submit } = useSubmit(() => call("POST /user/logout"), () => {
    forgetPerson()
    void loadSession()
  })
  return (
    <section className="card stack" aria-label={say.closeShift}>
      <h2>{say.closeShift}</h2>
      <ol className="steps">
        <li>{say.closeShiftSignOut}</li>
        <li>{say.closeShiftTake}</li>
        <li>{say.closeShiftCount}</li>
      </ol>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <Button
        kind="primary"
        className="large"
        busy={busy}
        disabled={open > 0}
        onClick={() => void submit()}
      >
        {say.closeShiftNow}
      </Button>
      {open > 0 && (
        <p>
          <Link href="/bookings">{say.closeShiftWaits(open)}</Link>
        </p>
      )}
    </section>
  )
}
