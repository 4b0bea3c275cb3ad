import { Minus, Plus } from "lucide-react"
import { useMemo, useState } from "react"
import { useLocation } from "wouter"
import { type Amount, parse } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { randomUuid } from "../../kit/Uuid.ts"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useChange, useList } from "../answers.ts"
import { call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { SelectFilter } from "../list/Filters.tsx"
import { useNodeId } from "../tree.ts"
import {
  differenceOf,
  fixedBecause,
  isSame,
  type Line,
  lineOf,
  linesOf,
  type Order,
  type Product,
  productsOf,
  totalOf,
  withPieces
} from "./Correction.ts"
import "./orders.css"
import { useTexts } from "./texts.ts"

/** Puts a wrong sale right. */
export const CorrectSale = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const order = useAnswer("GET /orders/:order_id", { params: { order_id: useIdInAddress() }, query: { node_id } })
  const products = useList("GET /products", { query: { node_id } })
  return (
    <Page title={order.data && say.correctTitle(String(order.data.id))}>
      <Loaded of={order}>
        {(stored) => {
          const why = fixedBecause(stored)
          return why === undefined
            ? <Loaded of={products}>{(all) => <CorrectForm order={stored} products={all} />}</Loaded>
            : (
              <Notice kind="attention">
                <p>{say.fixed[why]}</p>
              </Notice>
            )
        }}
      </Loaded>
    </Page>
  )
}

const CorrectForm = ({ order, products }: { readonly order: Order; readonly products: ReadonlyArray<Product> }) => {
  const say = useTexts()
  const node_id = useNodeId()
  const [, go] = useLocation()
  // The same for every attempt, so that a correction whose answer was lost is not booked twice.
  const [uuid] = useState(() => randomUuid())
  const sold = useMemo(() => products.filter(({ type }) => type === "user_defined"), [products])
  const [lines, setLines] = useState(() => linesOf(order, new Map(sold.map((product) => [product.id, product]))))
  const used = (order.old_vouchers ?? 0) - (order.new_vouchers ?? 0)
  const [vouchers, setVouchers] = useState(String(used))
  const { busy, refusal, submit } = useChange(
    () =>
      call("POST /orders/:order_id/edit", {
        params: { order_id: order.id },
        query: { node_id },
        body: { uuid, used_vouchers: Number(vouchers), products: productsOf(lines) }
      }),
    ({ id }) => go(`/guests/orders/${id}`)
  )
  /** Why there is nothing to book. */
  const nothing = productsOf(lines).length === 0
    ? say.nothingLeft
    : isSame(lines, order) && Number(vouchers) === used
    ? say.nothingChanged
    : undefined
  const change = (at: number, line: Line) => setLines(lines.with(at, line))
  return (
    <Form label={say.correctTitle(String(order.id))} refusal={refusal} onSubmit={() => nothing ?? void submit()}>
      <p className="muted">{say.correctHint}</p>
      <ul className="sale-lines">
        {lines.map((line, at) => (
          <li key={`${line.productId} ${at}`} data-gone={line.pieces === 0 || undefined}>
            <SaleLine line={line} onChange={(next) => change(at, next)} />
          </li>
        ))}
      </ul>
      <SelectFilter
        label={say.addProduct}
        value=""
        options={[["", `${say.addProduct} …`], ...sold.map(({ id, name }) => [String(id), name] as const)]}
        onChange={(chosen) => {
          const product = sold.find(({ id }) => String(id) === chosen)
          if (product !== undefined) setLines(withProduct(lines, product))
        }}
      />
      {used > 0 && <VouchersUsed value={vouchers} onChange={setVouchers} />}
      <Totals lines={lines} order={order} hasVouchers={used > 0} />
      <div className="row">
        <Button kind="primary" type="submit" busy={busy} disabled={nothing !== undefined}>{say.saveCorrection}</Button>
        {nothing !== undefined && <p className="muted">{nothing}</p>}
      </div>
    </Form>
  )
}

const VouchersUsed = ({ onChange, value }: { readonly value: string; readonly onChange: (digits: string) => void }) => {
  const say = useTexts()
  return (
    <TextField
      name="used_vouchers"
      label={say.vouchersUsed}
      hint={say.vouchersUsedHint}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      onChange={(text) => onChange(text.replaceAll(/\D/g, ""))}
    />
  )
}

/** One piece more of a product that is there with a fixed price, else a new line. */
const withProduct = (lines: ReadonlyArray<Line>, product: Product): ReadonlyArray<Line> => {
  const at = lines.findIndex(({ isFixed, productId }) => isFixed && productId === product.id)
  const line = lines[at]
  return line === undefined ? [...lines, lineOf(product)] : lines.with(at, withPieces(line, line.pieces + 1))
}

const SaleLine = ({ line, onChange }: { readonly line: Line; readonly onChange: (line: Line) => void }) => {
  const say = useTexts()
  const [typed, setTyped] = useState(line.price.toFixed(2))
  const { isFixed, name, pieces, price } = line
  return (
    <>
      <span className="line-name">{name}</span>
      {isFixed
        ? <Money amount={price} />
        : (
          <input
            className="line-price"
            aria-label={say.priceOf(name)}
            inputMode="decimal"
            value={typed}
            onChange={({ target: { value } }) => {
              setTyped(value)
              const amount: Amount | undefined = parse(value)
              if (amount !== undefined) onChange({ ...line, price: amount })
            }}
          />
        )}
      <span className="pieces">
        <Button
          aria-label={say.less(name)}
          onClick={() => onChange(withPieces(line, pieces - 1))}
          disabled={pieces === 0}
        >
          <Minus className="icon" aria-hidden />
        </Button>
        <output aria-label={say.piecesOf(name)}>{pieces}</output>
        <Button
          aria-label={say.more(name)}
          onClick={() => onChange(withPieces(line, pieces + 1))}
          disabled={!isFixed && pieces === 1}
        >
          <Plus className="icon" aria-hidden />
        </Button>
      </span>
      <strong className="line-total">
        <Money amount={totalOf([line])} />
      </strong>
    </>
  )
}

const Totals = ({ hasVouchers, lines, order }: {
  readonly lines: ReadonlyArray<Line>
  readonly order: Order
  readonly hasVouchers: boolean
}) => {
  const say = useTexts()
  const difference = differenceOf(lines, order)
  return (
    <dl className="figures" aria-live="polite">
      <div>
        <dt>{say.total}</dt>
        <dd>
          <Money amount={order.total_price} large />
        </dd>
      </div>
      <div>
        <dt>
          {say.newTotal}
          {hasVouchers && ` (${say.beforeVouchers})`}
        </dt>
        <dd>
          <Money amount={totalOf(lines)} large />
        </dd>
      </div>
      <div>
        <dt>
          {say.difference}
          {difference !== 0 && `: ${difference > 0 ? say.paysMore : say.getsBack}`}
        </dt>
        <dd>
          <Money amount={Math.abs(difference) as Amount} large />
        </dd>
      </div>
    </dl>
  )
}
