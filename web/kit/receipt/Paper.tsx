import type { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { useAtomValue } from "jotai"
import { useEffect, useRef, useState } from "react"
import type { Kept } from "../Answers.ts"
import type { AnswerOf } from "../Call.ts"
import { type Formats, formatsOf } from "../Formats.ts"
import { languageAtom, localeOf } from "../Language.ts"
import { textsOf } from "../Messages.ts"
import { Notice } from "../Notice.tsx"
import { QrCode } from "../QrCode.tsx"
import { english, type ReceiptTexts } from "./english.ts"
import { german } from "./german.ts"
import "./receipt.css"

const useTexts = textsOf<ReceiptTexts>({ en: english, de: german })

type Receipt = AnswerOf<typeof CustomerApi, "GET /bon/:order_uuid">

interface PaperProps {
  readonly receipt: Receipt
  /** The event's zone, in which the receipt shows its time. */
  readonly timeZone: string
}

/** A receipt with its lines, taxes and signature. */
export const Paper = ({ receipt, timeZone }: PaperProps) => {
  const say = useTexts()
  const { config, currency_identifier, order } = receipt
  const { moment, money } = formatsOf(localeOf(useAtomValue(languageAtom)), currency_identifier, timeZone)
  return (
    <article className="receipt">
      <header>
        <h2>{config.title}</h2>
        <p>{config.issuer}</p>
        <p className="address">{config.address}</p>
        {config.ust_id !== "" && <p>{say.vatId} {config.ust_id}</p>}
      </header>
      <Lines receipt={receipt} money={money} />
      <Taxes receipt={receipt} money={money} />
      <dl className="details small">
        <dt>{say.time}</dt>
        <dd>{moment(order.booked_at)}</dd>
        <dt>{say.payment}</dt>
        <dd>{say.paidBy[order.payment_method]}</dd>
        <dt>{say.number}</dt>
        <dd>{order.id}</dd>
      </dl>
      <Signature order={order} />
    </article>
  )
}

/** Pause before the next question, in milliseconds: every 2 s in the first minute, then less and less often. */
const pauseBefore = (asked: number): number => Math.min(60_000, asked < 30 ? 2_000 : 2_000 * 1.3 ** (asked - 30))

/**
 * Asks again for a receipt that is not there yet, as long as its page is in front: it is there once its order is signed. Returns whether
 * it is awaited.
 */
export const useAwaited = (
  { data, load, loading, refusal }: Kept<unknown> & { readonly load: () => void }
): boolean => {
  const [isMissing, setMissing] = useState(false)
  // Some answers forget the refusal while they are asked for again.
  const isAwaited = data === undefined && (loading ? isMissing : refusal?.status === 404)
  if (isAwaited !== isMissing) setMissing(isAwaited)
  const asked = useRef(0)
  const again = useRef(load)
  useEffect(() => {
    again.current = load
  })
  useEffect(() => {
    if (!isAwaited || loading) return
    // A page that comes back to the front asks by itself.
    const timer = setTimeout(
      () => document.visibilityState === "visible" && again.current(),
      pauseBefore(asked.current++)
    )
    return () => clearTimeout(timer)
  }, [isAwaited, loading])
  return isAwaited
}

/** In place of a receipt that is not there yet. */
export const Awaited = () => (
  <Notice>
    <p role="status">{useTexts().awaited}</p>
  </Notice>
)

/** What was bought, and the sum. */
const Lines = ({ money, receipt }: { readonly receipt: Receipt; readonly money: Formats["money"] }) => {
  const say = useTexts()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say.item}</th>
          <th scope="col" className="number">{say.price}</th>
        </tr>
      </thead>
      <tbody>
        {receipt.order.line_items.map(({ item_id, product, product_price, quantity, total_price }) => (
          <tr key={item_id}>
            <td>
              {product.name}
              {quantity !== 1 && <span className="muted small">{say.pieces(quantity, money(product_price))}</span>}
            </td>
            <td className="number">{money(total_price)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say.total}</th>
          <td className="number">
            <strong>{money(receipt.order.total_price)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** The sums by tax rate. */
const Taxes = ({ money, receipt }: { readonly receipt: Receipt; readonly money: Formats["money"] }) => {
  const say = useTexts()
  return (
    <table className="taxes">
      <thead>
        <tr>
          <th scope="col">{say.tax}</th>
          <th scope="col" className="number">{say.net}</th>
          <th scope="col" className="number">{say.tax}</th>
          <th scope="col" className="number">{say.gross}</th>
        </tr>
      </thead>
      <tbody>
        {receipt.tax_rate_aggregations.map(({ tax_name, tax_rate, total_no_tax, total_price, total_tax }) => (
          <tr key={`${tax_name} ${tax_rate}`}>
            <th scope="row">{percent(tax_rate)}</th>
            <td className="number">{money(total_no_tax)}</td>
            <td className="number">{money(total_tax)}</td>
            <td className="number">{money(total_price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const percent = (rate: number): string => `${Math.round(rate * 10_000) / 100} %`

/** The proof of the signing device; its code is what the tax office scans (BSI TR-03153). */
const Signature = ({ order }: { readonly order: Receipt["order"] }) => {
  const say = useTexts()
  if (!order.needs_signature) return undefined
  if (order.tse_qr_code_text === "") return <p className="muted small">{say.unsigned}</p>
  return (
    <section className="signature" aria-label={say.signature}>
      <QrCode text={order.tse_qr_code_text} label={say.signatureCode} />
      <dl className="details small">
        <dt>{say.tseTransaction}</dt>
        <dd>{order.tse_transaction}</dd>
        <dt>{say.tseCounter}</dt>
        <dd>{order.tse_signaturenr}</dd>
        <dt>{say.tseSerial}</dt>
        <dd>{order.tse_serial}</dd>
      </dl>
    </section>
  )
}
