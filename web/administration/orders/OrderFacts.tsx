import { useMemo } from "react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import type { Formats } from "../../kit/Formats.ts"
import { useAnswer } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import type { Column } from "../list/Column.ts"
import { Facts } from "../list/Facts.tsx"
import { useMay } from "../tree.ts"
import type { Order } from "./Correction.ts"
import type { OrderTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

/** When, where, by whom and for whom something was booked. */
export const OrderFacts = ({ order }: { readonly order: Order }) => {
  const say = useTexts()
  const formats = useFormats()
  const seesTills = useMay()("GET /tills/:till_id")
  const hasReceipt = order.line_items.length > 0
  const bon = useAnswer("GET /orders/:order_id/bon", { params: { order_id: order.id } }, { when: hasReceipt })
  const signature = bon.data !== undefined
    ? signatureOf(bon.data.order, say)
    : hasReceipt && bon.refusal?.status === 404
    ? say.unsigned
    : null
  const columns = useMemo(() => factsOf(say, formats, signature, seesTills), [formats, say, seesTills, signature])
  return <Facts of={order} columns={columns} />
}

const factsOf = (
  say: OrderTexts,
  { count, money }: Formats,
  signature: string | null,
  seesTills: boolean
): ReadonlyArray<Column<Order>> => [
  { key: "time", title: say.time, kind: "moment", of: ({ booked_at }) => booked_at },
  { key: "kind", title: say.kind, of: ({ order_type }) => say.types[order_type] },
  { key: "method", title: say.method, of: ({ payment_method }) => say.methods[payment_method] },
  { key: "total", title: say.total, kind: "amount", of: ({ total_price }) => total_price },
  {
    key: "till",
    title: say.till,
    of: ({ till_name }) => till_name,
    show: ({ till_id, till_name }) => seesTills ? <Link href={`/sell/tills/${till_id}`}>{till_name}</Link> : till_name
  },
  { key: "cashier", title: say.cashier, of: ({ cashier_name }) => cashier_name },
  {
    key: "guest",
    title: say.guest,
    of: ({ customer_account_id }) => customer_account_id,
    show: ({ customer_account_id, customer_tag_pin }) => (
      <Link href={`/guests/people/${customer_account_id}`}>{say.guestOf(customer_tag_pin)}</Link>
    )
  },
  {
    key: "balance",
    title: say.balanceMoved,
    of: ({ new_balance, old_balance }) =>
      old_balance === null || new_balance === null ? null : say.fromTo(money(old_balance), money(new_balance))
  },
  {
    key: "vouchers",
    title: say.vouchersMoved,
    of: ({ new_vouchers, old_vouchers }) =>
      old_vouchers === new_vouchers ? null : say.fromTo(count(old_vouchers ?? 0), count(new_vouchers ?? 0))
  },
  { key: "signature", title: say.signature, of: () => signature },
  { key: "uuid", title: say.uuid, of: ({ uuid }) => uuid }
]

const signatureOf = (
  { needs_signature, signature_failure, signature_status, tse_serial, tse_signaturenr }: OfficeAnswer<
    "GET /orders/:order_id/bon"
  >["order"],
  say: OrderTexts
): string =>
  !needs_signature
    ? say.noSignature
    : signature_status === "done"
    ? say.signed(tse_signaturenr ?? "", tse_serial ?? "")
    : say.failed(signature_failure ?? "")
