import { useAtom, useAtomValue, useSetAtom } from "jotai"
import { Banknote, CreditCard, Nfc, RotateCcw, Trash2, Undo2, X } from "lucide-react"
import { useState } from "react"
import { toCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { Money } from "../../kit/Money.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { cleared, linesOf, totalOf, undo, voucherPriceOf, without, wordsOf } from "./Basket.ts"
import { CashDialog } from "./CashDialog.tsx"
import { pay } from "./Paying.ts"
import { basketAtom, change, latestBasketAtom, useSaleView, usesVouchersAtom } from "./SaleState.ts"

/** The lines of the sale with their sum, and the ways to pay it. */
export const BasketPanel = () => {
  const say = useMessages()
  const { basket, buttons, lines } = useSaleView()
  const total = totalOf(lines)
  const vouchers = voucherPriceOf(basket, buttons)
  return (
    <section className="basket card stack" aria-label={say.total}>
      {lines.length === 0 ? <p className="muted">{say.saleEmpty}</p> : (
        <ul className="rows">
          {lines.map(({ name, press, total: price }, at) => (
            <li key={at} className="basket-line">
              <span>
                {"quantity" in press ? `${press.quantity} × ` : ""}
                {name}
              </span>
              <Money amount={price} />
              <button
                type="button"
                className="icon-button"
                aria-label={say.removeLine(name)}
                onClick={() => change((before) => without(before, at))}
              >
                <X className="icon" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="between total">
        <span>{say.total}</span>
        <strong className="figure" role="status">
          <Money amount={total} />
        </strong>
      </div>
      {vouchers > 0 && <Vouchers count={vouchers} />}
      <BasketTools />
      {lines.length > 0 && <Payments isFree={toCents(total) === 0} />}
    </section>
  )
}

const Vouchers = ({ count }: { readonly count: number }) => {
  const say = useMessages()
  const [uses, setUses] = useAtom(usesVouchersAtom)
  return (
    <div className="between">
      <span className="muted small">{say.inVouchers(count)}</span>
      <Button aria-pressed={uses} onClick={() => setUses(!uses)}>{uses ? say.vouchersMost : say.vouchersNone}</Button>
    </div>
  )
}

const BasketTools = () => {
  const say = useMessages()
  const { basket, buttons, lines } = useSaleView()
  const setBasket = useSetAtom(basketAtom)
  const latest = useAtomValue(latestBasketAtom)
  const words = wordsOf(linesOf(latest, buttons))
  return (
    <div className="row">
      {lines.length === 0 && words !== "" && (
        <Button className="repeat" onClick={() => setBasket(latest)}>
          <RotateCcw className="icon" aria-hidden />
          {say.repeat(words)}
        </Button>
      )}
      {basket.earlier.length > 0 && (
        <Button onClick={() => change(undo)}>
          <Undo2 className="icon" aria-hidden />
          {say.undo}
        </Button>
      )}
      {lines.length > 0 && (
        <Button onClick={() => change(cleared)}>
          <Trash2 className="icon" aria-hidden />
          {say.clear}
        </Button>
      )}
    </div>
  )
}

const Payments = ({ isFree }: { readonly isFree: boolean }) => {
  const say = useMessages()
  const { buttons, lines } = useSaleView()
  const { config: { till } } = useSession()
  const [isCash, setCash] = useState(false)
  return (
    <div className="payments">
      {till?.enable_ssp_payment === true && (
        <p className="hold">
          <Nfc className="icon" aria-hidden />
          {say.holdTag}
        </p>
      )}
      {till?.enable_cash_payment === true && (
        <Button className="large" onClick={() => setCash(true)}>
          <Banknote className="icon" aria-hidden />
          {say.payCash}
        </Button>
      )}
      {till?.enable_card_payment === true && !isFree && (
        <Button
          className="large"
          onClick={() => void pay({ method: "sumup" }, buttons)}
        >
          <CreditCard className="icon" aria-hidden />
          {say.payCard}
        </Button>
      )}
      {isCash && (
        <CashDialog
          amount={totalOf(lines)}
          onClose={() => setCash(false)}
          onBook={() => {
            setCash(false)
            void pay({ method: "cash" }, buttons)
          }}
        />
      )}
    </div>
  )
}
