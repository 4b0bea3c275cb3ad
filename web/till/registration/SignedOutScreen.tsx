import { useAtomValue, useSetAtom } from "jotai"
import { Button } from "../../kit/Button.tsx"
import { Plain } from "../frame/Plain.tsx"
import { isFinal } from "../journal/Booking.ts"
import { BookingList } from "../journal/BookingList.tsx"
import { bookingsAtom } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { sessionAtom } from "../Session.ts"
import { isSignedOutAtom, registrationAtom } from "./Registration.ts"

/** The server no longer takes this terminal's token. */
export const SignedOutScreen = () => {
  const say = useMessages()
  const forget = useSetAtom(registrationAtom)
  const setSession = useSetAtom(sessionAtom)
  const setSignedOut = useSetAtom(isSignedOutAtom)
  const open = useAtomValue(bookingsAtom).filter((booking) => !isFinal(booking))
  return (
    <Plain title={say.terminalSignedOut}>
      <p>{say.terminalSignedOutHint}</p>
      {open.length > 0 && (
        <>
          <p>{say.terminalSignedOutOpen}</p>
          <BookingList bookings={open} />
        </>
      )}
      <Button
        kind="primary"
        onClick={() => {
          setSession(undefined)
          forget(null)
          setSignedOut(false)
        }}
      >
        {say.registerAgain}
      </Button>
    </Plain>
  )
}
