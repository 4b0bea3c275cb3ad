import { useAtomValue } from "jotai"
import { Button } from "../../kit/Button.tsx"
import { Placeholder } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { Plain } from "../frame/Plain.tsx"
import { isFinal } from "../journal/Booking.ts"
import { BookingList } from "../journal/BookingList.tsx"
import { bookingsAtom } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { loadSession, sessionRefusalAtom } from "../Session.ts"
import { registrationAtom } from "./Registration.ts"

/** Until the server has said who works here. While it is away, the bookings that wait for it are shown. */
export const StartScreen = () => {
  const say = useMessages()
  const refusal = useAtomValue(sessionRefusalAtom)
  const open = useAtomValue(bookingsAtom).filter((booking) => !isFinal(booking))
  return (
    <Plain title={useAtomValue(registrationAtom)?.name ?? say.till}>
      {refusal === undefined ? <Placeholder lines={4} /> : (
        <Refused refusal={refusal}>
          <div>
            <Button onClick={() => void loadSession()}>{say.retry}</Button>
          </div>
        </Refused>
      )}
      {open.length > 0 && <BookingList bookings={open} />}
    </Plain>
  )
}
