import { useAtom, useAtomValue, useSetAtom } from "jotai"
import { RotateCcw } from "lucide-react"
import { useCallback, useEffect, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useChips } from "../../kit/readers/Chips.ts"
import type { Booking } from "../journal/Booking.ts"
import { useBooking } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { Readers } from "../readers/Readers.tsx"
import { BookingResult } from "../result/BookingResult.tsx"
import { loadSession, useSession } from "../Session.ts"
import { loadAvailability, useAvailabilityUpdates } from "./Availability.ts"
import { BasketLines, Checkout } from "./BasketPanel.tsx"
import { ButtonGrid } from "./ButtonGrid.tsx"
import { glanceAtom, GuestGlance } from "./GuestGlance.tsx"
import { NotEnough } from "./NotEnough.tsx"
import { isSameTap, pay } from "./Paying.ts"
import {
  isHeldUpAtom,
  latestBasketAtom,
  putBack,
  putBackAtNewPrices,
  shownBookingAtom,
  useHeldPrices,
  useSaleView
} from "./SaleState.ts"

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
  useHeldPrices()
  const close = useCallback(() => setShown(undefined), [setShown])
  useChips((chip) => {
    if (hasBasket && till?.enable_ssp_payment === true) {
      look(undefined)
      void pay({ method: "tag", chip })
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
      <div className="sale-side stack">
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
        {till?.enable_ssp_payment === true && <Readers holder="guest" byPin />}
      </div>
      <Checkout />
      {booking !== undefined && (
        <BookingResult booking={booking} onClose={close} wayOut={<BackToBasket booking={booking} onDone={close} />} />
      )}
    </div>
  )
}

const isPriceChanged = (booking: Booking | undefined) => booking?.refusal?.rule === "order.price_changed"

/** Brings a refused basket back, to be changed or paid otherwise, unless the next one was begun. */
const BackToBasket = ({ booking, onDone }: { readonly booking: Booking; readonly onDone: () => void }) => {
  const say = useMessages()
  const { lines } = useSaleView()
  const latest = useAtomValue(latestBasketAtom)
  const [isBusy, setBusy] = useState(false)
  if (lines.length > 0) return undefined
  if (booking.refusal?.id === "NotEnoughFunds") return <NotEnough booking={booking} onDone={onDone} />
  const isChanged = isPriceChanged(booking)
  const bringBack = async () => {
    setBusy(true)
    if (isChanged) {
      await loadSession()
      putBackAtNewPrices(latest)
    } else putBack(latest)
    onDone()
  }
  return (
    <Button kind="primary" className="large" busy={isBusy} onClick={() => void bringBack()}>
      <RotateCcw className="icon" aria-hidden />
      {isChanged ? say.backAtNewPrices : say.backToBasket}
    </Button>
  )
}
