import { useAtom, useAtomValue } from "jotai"
import { Banknote, CreditCard, Nfc, RotateCcw, Square, SquareCheck, Trash2, Undo2, X } from "lucide-react"
import { type Amount, toCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { useSoldOut } from "./Availability.ts"
import { cleared, linesOf, totalOf, undo, voucherPriceOf, without, wordsOf } from "./Basket.ts"
import { CashDialog } from "./CashDialog.tsx"
import { agreed, needsAgreement } from "./HeldPrices.ts"
import { pay } from "./Paying.ts"
import { change, isTakingCashAtom, latestBasketAtom, repeat, useSaleView, usesVouchersAtom } from "./SaleState.ts"

/** The lines of the sale. */
export const BasketLines = () => {
  const say = useMessages()
  const { buttons, lines } = useSaleView()
  const isSoldOut = useSoldOut()
  const { money } = useFormats()
  if (lines.length === 0) return <p className="muted">{say.saleEmpty}</p>
  return (
    <ul className="rows card basket">
      {lines.map(({ former, name, press, total }, at) => (
        <li key={at} className="basket-line">
          <span>
            {"quantity" in press ? `${press.quantity} × ` : ""}
            {name}
            {buttons.some((button) => button.id === press.button && isSoldOut(button)) && (
              <strong>{` · ${say.soldOut}`}</strong>
            )}
            {former !== undefined && (
              <strong className="basket-former">{say.priceWas(money(former), money(total))}</strong>
            )}
          </span>
          <Money amount={total} />
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
  )
}

/** The sum of the sale and the ways to pay it; always in sight. */
export const Checkout = () => {
  const say = useMessages()
  const { basket, buttons, lines } = useSaleView()
  const { config: { till } } = useSession()
  const total = totalOf(lines)
  const vouchers = voucherPriceOf(basket, buttons)
  const isChanged = needsAgreement(lines)
  return (
    <section className="checkout card stack-close" aria-label={say.total}>
      <div className="between total">
        <span>{say.total}</span>
        <strong className="figure" role="status">
          <Money amount={total} large />
        </strong>
      </div>
      {lines.length > 0 && !isChanged && till?.enable_ssp_payment === true && (
        <p className="pay-hint">
          <Nfc className="icon" aria-hidden />
          {say.holdTag}
        </p>
      )}
      <BasketTools vouchers={vouchers} />
      {isChanged && <NewPrices total={total} />}
      {lines.length > 0 && !isChanged && <Payments isFree={toCents(total) === 0} />}
    </section>
  )
}

/** Prices have changed while the basket was open: the cashier says so to the guest before anything is paid. */
const NewPrices = ({ total }: { readonly total: Amount }) => {
  const say = useMessages()
  const { money } = useFormats()
  return (
    <Notice kind="attention">
      <p>{say.pricesChanged}</p>
      <div>
        <Button kind="primary" className="large" onClick={() => change(agreed)}>
          {say.sellAtNewPrice(money(total))}
        </Button>
      </div>
    </Notice>
  )
}

/** Whether the guest's vouchers are used, as far as they have some. */
const Vouchers = ({ count }: { readonly count: number }) => {
  const say = useMessages()
  const [uses, setUses] = useAtom(usesVouchersAtom)
  const Icon = uses ? SquareCheck : Square
  return (
    <Button className="tool" aria-pressed={uses} onClick={() => setUses(!uses)}>
      <Icon className="icon" aria-hidden />
      {say.vouchersFor(count)}
    </Button>
  )
}

const BasketTools = ({ vouchers }: { readonly vouchers: number }) => {
  const say = useMessages()
  const { basket, buttons, lines } = useSaleView()
  const latest = useAtomValue(latestBasketAtom)
  const words = wordsOf(linesOf(latest, buttons))
  return (
    <div className="row tools">
      {basket.earlier.length > 0 && (
        <Button
          className="tool"
          aria-label={say.undo}
          title={say.undo}
          onClick={() => change(undo)}
        >
          <Undo2 className="icon" aria-hidden />
        </Button>
      )}
      {lines.length > 0 && (
        <Button
          className="tool"
          aria-label={say.clear}
          title={say.clear}
          onClick={() => change(cleared)}
        >
          <Trash2 className="icon" aria-hidden />
        </Button>
      )}
      {vouchers > 0 && <Vouchers count={vouchers} />}
      {lines.length === 0 && words !== "" && (
        <Button className="repeat" onClick={() => repeat(latest)}>
          <RotateCcw className="icon" aria-hidden />
          <span className="repeat-words">{say.repeat(words)}</span>
        </Button>
      )}
    </div>
  )
}

const Payments = ({ isFree }: { readonly isFree: boolean }) => {
  const say = useMessages()
  const { lines } = useSaleView()
  const { config: { till } } = useSession()
  const [isCash, setCash] = useAtom(isTakingCashAtom)
  return (
    <div className="payments">
      {till?.enable_cash_payment === true && (
        <Button className="large" onClick={() => setCash(true)}>
          <Banknote className="icon" aria-hidden />
          {say.payCash}
        </Button>
      )}
      {till?.enable_card_payment === true && !isFree && (
        <Button
          className="large"
          onClick={() => void pay({ method: "sumup" })}
        >
          <CreditCard className="icon" aria-hidden />
          {say.payCard}
        </Button>
      )}
      {isCash && (
        <CashDialog
          amount={totalOf(lines)}
          onClose={() => setCash(false)}
          onBook={(given) => {
            setCash(false)
            void pay({ method: "cash", given })
          }}
        />
      )}
    </div>
  )
}
