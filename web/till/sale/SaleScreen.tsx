import { useAtom, useAtomValue, useSetAtom } from "jotai"
import { useEffect } from "react"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useBooking } from "../journal/useJournal.ts"
import { useMessages } from "../messages.ts"
import { useChips } from "../readers/Chips.ts"
import { Readers } from "../readers/Readers.tsx"
import { useSession } from "../Session.ts"
import { BasketPanel } from "./BasketPanel.tsx"
import { ButtonGrid } from "./ButtonGrid.tsx"
import { glanceAtom, GuestGlance } from "./GuestGlance.tsx"
import { pay } from "./Paying.ts"
import { SaleResult } from "./SaleResult.tsx"
import { isHeldUpAtom, shownBookingAtom, useSaleView } from "./SaleState.ts"

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
  useChips((chip) => {
    if (hasBasket && till?.enable_ssp_payment === true) {
      look(undefined)
      void pay({ method: "tag", chip }, buttons)
    } else if (!hasBasket) {
      setShown(undefined)
      look(chip)
    }
  })
  useEffect(() => {
    if (hasBasket) look(undefined)
  }, [hasBasket, look])
  if (buttons.length === 0) return <Empty>{say.saleLayoutEmpty}</Empty>
  return (
    <div className="sale">
      <h1 className="visually-hidden">{say.taskSale}</h1>
      <ButtonGrid />
      <div className="stack">
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
        <BasketPanel />
        {hasBasket && till?.enable_ssp_payment === true && <Readers holder="guest" />}
      </div>
      {booking !== undefined && <SaleResult booking={booking} />}
    </div>
  )
}
