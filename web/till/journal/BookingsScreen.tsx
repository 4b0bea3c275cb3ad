import { useAtomValue } from "jotai"
import { Empty } from "../../kit/Empty.tsx"
import { useMessages } from "../messages.ts"
import { BookingList } from "./BookingList.tsx"
import { bookingsAtom } from "./useJournal.ts"

/** The latest bookings of this device, and what became of each. */
export const BookingsScreen = () => {
  const say = useMessages()
  const bookings = useAtomValue(bookingsAtom)
  return (
    <div className="stack page">
      <h1>{say.waitingTitle}</h1>
      {bookings.length === 0 ? <Empty>{say.noBookings}</Empty> : <BookingList bookings={bookings.slice(-50)} />}
    </div>
  )
}
