import { QrCode, ReceiptText } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { ReceiptCode } from "../../kit/receipt/ReceiptCode.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { Page } from "../frame/Page.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { fixedBecause, type Order } from "./Correction.ts"
import { OrderFacts } from "./OrderFacts.tsx"
import { OrderLines } from "./OrderLines.tsx"
import "./orders.css"
import { useTexts } from "./texts.ts"

/** One booking: what became of it first, then what it was. */
export const OrderPage = () => {
  const say = useTexts()
  const order = useAnswer("GET /orders/:order_id", {
    params: { order_id: useIdInAddress() },
    query: { node_id: useNodeId() }
  })
  const { data } = order
  return (
    <Page
      title={data && `${say.types[data.order_type]} ${data.id}`}
      actions={data && <OrderActions order={data} />}
    >
      <Loaded of={order} lines={10}>
        {(stored) => (
          <>
            <Relations order={stored} />
            <section className="card">
              <OrderFacts order={stored} />
            </section>
            {stored.line_items.length > 0 && <OrderLines order={stored} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** The bookings that this one takes back or replaces, and those that do so with it. */
const Relations = ({ order }: { readonly order: Order }) => {
  const say = useTexts()
  const { cancelled_by_order, cancels_order, corrected_by_order, corrects_order } = order
  const relations = [
    corrected_by_order !== null
      ? [say.wasCorrected, corrected_by_order, say.toCorrection] as const
      : [say.wasCancelled, cancelled_by_order, say.toCancel] as const,
    [say.cancels, cancels_order, say.toCancelled] as const,
    [say.corrects, corrects_order, say.toCorrected] as const
  ]
  return relations.map(([words, id, to]) =>
    id !== null && (
      <Notice key={words} kind="attention">
        <p>
          <strong>{words}</strong> <Link href={`/guests/orders/${id}`}>{to(String(id))}</Link>
        </p>
      </Notice>
    )
  )
}

const OrderActions = ({ order }: { readonly order: Order }) => {
  const say = useTexts()
  const may = useMay()
  const node_id = useNodeId()
  const { money } = useFormats()
  const [isCancelling, setCancelling] = useState(false)
  const [isCodeShown, setCodeShown] = useState(false)
  const why = fixedBecause(order)
  const { bon_url, id, line_items, new_vouchers, old_vouchers, total_price } = order
  const vouchers = (old_vouchers ?? 0) - (new_vouchers ?? 0)
  return (
    <>
      {line_items.length > 0 && (
        <Link href={`/guests/orders/${id}/receipt`} className="button">
          <ReceiptText className="icon" aria-hidden />
          {say.receipt}
        </Link>
      )}
      {bon_url !== null && (
        <Button onClick={() => setCodeShown(true)}>
          <QrCode className="icon" aria-hidden />
          {say.receiptCode}
        </Button>
      )}
      {bon_url !== null && isCodeShown && <ReceiptCode url={bon_url} onClose={() => setCodeShown(false)} />}
      {may("POST /orders/:order_id/edit") && why === undefined && (
        <Link href={`/guests/orders/${id}/correct`} className="button" data-kind="primary">{say.correct}</Link>
      )}
      {may("DELETE /orders/:order_id") && why === undefined && (
        <Button
          kind="danger"
          onClick={() => setCancelling(true)}
        >
          {say.cancel}
        </Button>
      )}
      {why !== undefined && order.order_type === "sale" && <p className="muted small">{say.fixed[why]}</p>}
      {isCancelling && (
        <Confirm
          title={say.cancelTitle(String(id))}
          action={say.cancel}
          change={() => call("DELETE /orders/:order_id", { params: { order_id: id }, query: { node_id } })}
          onClose={() => setCancelling(false)}
        >
          <p>{say.cancelHint(money(total_price), say.andVouchers(vouchers))}</p>
        </Confirm>
      )}
    </>
  )
}
