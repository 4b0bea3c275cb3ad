import { useAtom, useAtomValue, useSetAtom } from "jotai"
import { RotateCcw } from "lucide-react"
import { useCallback, useEffect } from "react"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import type { Booking } from "../journal/Booking.ts"
import { useBooking } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { Readers } from "../readers/Readers.tsx"
import { BookingResult } from "../result/BookingResult.tsx"
import { useSession } from "../Session.ts"
import { loadAvailability, useAvailabilityUpdates } from "./Availability.ts"
import { basketOf } from "./Basket.ts"
import { BasketLines, Checkout } from "./BasketPanel.tsx"
import { ButtonGrid } from "./ButtonGrid.tsx"
import { glanceAtom, GuestGlance } from "./GuestGlance.tsx"
import { isSameTap, pay } from "./Paying.ts"
import { isHeldUpAtom, putBack, shownBookingAtom, useSaleView } from "./SaleState.ts"

/** The sale: buttons, what is in the basket, and the ways to pay. A wristband held to the reader pays. */
export const SaleScreen = () => {
  const say = useMessages()
  const { buttons, lines } = useSaleView()
  const { config: { till } } = useSession()
  const [shown, setShown] = useAtom(shownBookingAtom)
  const [isHeldUp, setHeldUp] = useAtom(isHeldUpAtom)
  const look = useSetAtom(glanceAtom)
  const glance = useAtomValue(glanceAtom)
  const booking = useBooking(shown)
  const hasBasket = lines.length > 0
  useAvailabilityUpdates()
  const close = useCallback(() => setShown(undefined), [setShown])
  useChips((chip) => {
    if (hasBasket && till?.enable_ssp_payment === true) {
      look(undefined)
      void pay({ method: "tag", chip }, buttons)
    } else if (!hasBasket && !isSameTap(chip, Date.now())) {
      setShown(undefined)
      look(chip)
    }
  })
  useEffect(() => {
    if (booking?.refusal?.rule === "order.product_sold_out") void loadAvailability()
  }, [booking])
  useEffect(() => {
    if (hasBasket) look(undefined)
  }, [hasBasket, look])
  if (buttons.length === 0) return <Empty>{say.saleLayoutEmpty}</Empty>
  return (
    <div className="sale">
      <h1 className="visually-hidden">{say.taskSale}</h1>
      <ButtonGrid />
      <div className="sale-lines stack">
        {isHeldUp && (
          <Notice kind="attention">
            <p>
              <strong>{say.cannotBook}</strong>
            </p>
            <p>{say.cannotBookHint}</p>
            <div>
              <Button onClick={() => setHeldUp(false)}>{say.close}</Button>
            </div>
          </Notice>
        )}
        {glance !== undefined && <GuestGlance chip={glance} />}
        <BasketLines />
      </div>
      <Checkout />
      {till?.enable_ssp_payment === true && <Readers holder="guest" byPin />}
      {booking !== undefined && (
        <BookingResult booking={booking} onClose={close} wayOut={<BackToBasket booking={booking} onDone={close} />} />
      )}
    </div>
  )
}

/** Brings a refused basket back, to be changed or paid otherwise, unless the next one was begun. */
const BackToBasket = ({ booking, onDone }: { readonly booking: Booking; readonly onDone: () => void }) => {
  const say = useMessages()
  const { lines } = useSaleView()
  if (lines.length > 0) return undefined
  return (
    <Button
      kind="primary"
      className="large"
      onClick={() => {
        putBack(basketOf(booking.body as Parameters<typeof basketOf>[0]))
        onDone()
      }}
    >
      <RotateCcw className="icon" aria-hidden />
      {say.backToBasket}
    </Button>
  )
}
