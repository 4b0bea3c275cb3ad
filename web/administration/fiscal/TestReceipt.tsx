import { Printer } from "lucide-react"
import { useMemo, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { useNode, useNodeId } from "../tree.ts"
import "./fiscal.css"
import { useTexts } from "./texts.ts"

type Receipt = OfficeAnswer<"POST /tree/events/:node_id/generate-test-bon">
type Line = Receipt["order"]["line_items"][number]

/** A sample of the event's receipts, to look at and to print. */
export const TestReceipt = () => {
  const say = useTexts()
  const here = useNodeId()
  const node_id = useNode()?.event_node_id ?? here
  const [receipt, setReceipt] = useState<Receipt>()
  const { busy, refusal, submit } = useSubmit(
    () => call("POST /tree/events/:node_id/generate-test-bon", { params: { node_id } }),
    setReceipt
  )
  return (
    <Page
      actions={
        <>
          <Button kind={receipt === undefined ? "primary" : "usual"} busy={busy} onClick={() => void submit()}>
            {say.makeReceipt}
          </Button>
          {receipt !== undefined && (
            <Button kind="primary" onClick={() => print()}>
              <Printer className="icon" aria-hidden />
              {say.printReceipt}
            </Button>
          )}
        </>
      }
    >
      {refusal !== undefined && <Refused refusal={refusal} />}
      <p className="muted no-print">{say.receiptHint}</p>
      {receipt !== undefined && <Paper of={receipt} />}
    </Page>
  )
}

const Paper = ({ of: { config, order, tax_rate_aggregations } }: { readonly of: Receipt }) => {
  const say = useTexts()
  const { moment, money, share } = useFormats()
  const columns = useMemo((): ReadonlyArray<Column<Line>> => [
    { key: "quantity", title: say.quantity, kind: "count", of: ({ quantity }) => quantity },
    { key: "product", title: say.product, of: ({ product }) => product.name },
    { key: "price", title: say.price, kind: "amount", of: ({ product_price }) => product_price, isMinor: true },
    { key: "total", title: say.total, kind: "amount", of: ({ total_price }) => total_price }
  ], [say])
  return (
    <article className="card stack paper" aria-label={config.title}>
      <header>
        <h2>{config.title}</h2>
        <p className="lines">
          {[config.issuer, config.address, config.ust_id].filter((line) => line !== "").join("\n")}
        </p>
      </header>
      <p>{moment(order.booked_at)}</p>
      <Table label={config.title} rows={order.line_items} columns={columns} keyOf={({ item_id }) => item_id} />
      <dl className="details">
        <dt>{say.total}</dt>
        <dd>
          <strong>{money(order.total_price)}</strong>
        </dd>
        {tax_rate_aggregations.flatMap(({ tax_name, tax_rate, total_no_tax, total_tax }) => [
          <dt key={`${tax_name} tax`}>{say.taxes} {share(tax_rate)}</dt>,
          <dd key={`${tax_name} tax amount`}>{money(total_tax)}</dd>,
          <dt key={`${tax_name} net`}>{say.net}</dt>,
          <dd key={`${tax_name} net amount`}>{money(total_no_tax)}</dd>
        ])}
      </dl>
    </article>
  )
}
