import type { ReactNode } from "react"
import { Button } from "../../kit/Button.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useMessages } from "../messages.ts"
import { BookingResult } from "./BookingResult.tsx"
import type { OneBooking } from "./useOneBooking.ts"

/** What became of the screen's booking, or why none can be made. `children` tell more about one that is booked. */
export const OneBookingResult = ({ children, of: { booking, close, isHeldUp } }: {
  readonly of: OneBooking
  readonly children?: ReactNode
}) => {
  const say = useMessages()
  return (
    <>
      {isHeldUp && (
        <Notice kind="attention">
          <p>
            <strong>{say.cannotBook}</strong>
          </p>
          <p>{say.cannotBookEntries}</p>
          <div>
            <Button onClick={close}>{say.close}</Button>
          </div>
        </Notice>
      )}
      {booking !== undefined && <BookingResult booking={booking} onClose={close}>{children}</BookingResult>}
    </>
  )
}
