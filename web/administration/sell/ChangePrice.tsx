import { useState } from "react"
import { add, type Amount, subtract, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Form } from "../../kit/Form.tsx"
import { useKitMessages } from "../../kit/Messages.ts"
import { TileFace } from "../../kit/Tile.tsx"
import { useChange, useList } from "../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../calls.ts"
import type { Drafts } from "../form/drafts.ts"
import { draftsOf, entriesOf, valuesOf } from "../form/Entries.ts"
import { Entry } from "../form/Entry.tsx"
import { amount, count, type FieldsOf, keep, moment, optional, reference } from "../form/Field.ts"
import { useMessages } from "../messages/messages.ts"
import { useNodeId } from "../tree.ts"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /products/:product_id/versions">
export type SoldOn = ReadonlyArray<
  Pick<OfficeAnswer<"GET /till-buttons">["entities"][string], "id" | "name" | "price">
>

/** Whether the price of a product that is ready to sell can change: a deposit comes back for what it was sold for. */
const hasChangingPrice = ({ fixed_price, is_returnable }: Product): boolean => fixed_price && !is_returnable

interface ChangePriceProps {
  readonly of: Product
  /** The buttons that sell it. */
  readonly buttons: SoldOn
}

/** Changes price and tax of a product that is ready to sell, now or from a moment on. */
export const ChangePrice = (props: ChangePriceProps) => {
  const say = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {hasChangingPrice(props.of) ? say.changePrice : say.changeTax}
      </Button>
      {isOpen && <ChangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is typed; an empty moment is now. */
interface Entered {
  readonly price: Amount
  readonly price_in_vouchers: number | null
  readonly tax_rate_id: number
  readonly valid_from: string
}

const useVersionFields = (product: Product): FieldsOf<Entered> => {
  const say = useTexts()
  const formats = useFormats()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  const isPriced = hasChangingPrice(product)
  return {
    price: isPriced ? amount({ label: say.price }) : keep,
    price_in_vouchers: isPriced
      ? optional(count({ label: say.voucherPrice, hint: say.voucherPriceHint }))
      : keep,
    tax_rate_id: reference({ label: say.tax }, rates),
    valid_from: moment({ label: say.validFrom, hint: say.validFromHint }, formats)
  }
}

const ChangeDialog = ({ buttons, of: product, onClose }: ChangePriceProps & { readonly onClose: () => void }) => {
  const say = { ...useMessages(), ...useTexts() }
  const { cancel } = useKitMessages()
  const formats = useFormats()
  const entries = entriesOf(useVersionFields(product))
  const [before] = useState(() => ({ ...product, valid_from: "" } as Readonly<Record<string, unknown>>))
  const [drafts, setDrafts] = useState((): Drafts => ({
    ...draftsOf(entries.filter(([name]) => name !== "valid_from"), before),
    valid_from: ""
  }))
  const [mistakes, setMistakes] = useState<Readonly<Record<string, string>>>({})
  const address = { params: { product_id: product.id }, query: { node_id: useNodeId() } }
  const { busy, refusal, submit } = useChange(
    (body: Body) => call("POST /products/:product_id/versions", { ...address, body }),
    onClose
  )
  const { mistakes: found, values } = valuesOf(entries, drafts, before)
  const from = String(values["valid_from"])
  const price = values["price"] as Amount | null | undefined
  const trySubmit = () => {
    setMistakes(Object.fromEntries(Object.entries(found).map(([name, mistake]) => [name, say.mistakes[mistake]])))
    const { valid_from, ...content } = values
    if (Object.keys(found).length === 0) {
      void submit({ ...content, valid_from: valid_from === "" ? null : valid_from } as Body)
    }
  }
  return (
    <Dialog title={say.changeOf(product.name)} onClose={onClose}>
      <Form label={say.changeOf(product.name)} refusal={refusal} mistakes={mistakes} onSubmit={trySubmit}>
        {entries.map(([name, field]) => (
          <Entry
            key={name}
            name={name}
            field={field}
            draft={drafts[name]!}
            onChange={(draft) => setDrafts({ ...drafts, [name]: draft })}
          />
        ))}
        {buttons.length > 0 && price !== undefined && (
          <Tiles buttons={buttons} from={product.price ?? zero} to={price ?? zero} />
        )}
        <div className="row">
          <Button kind="primary" type="submit" busy={busy}>
            {from === "" ? say.saveNow : say.saveFrom(formats.moment(from))}
          </Button>
          <Button onClick={onClose}>{cancel}</Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The buttons of tills as they will be. */
const Tiles = ({ buttons, from, to }: {
  readonly buttons: SoldOn
  readonly from: Amount
  readonly to: Amount
}) => {
  const say = useTexts()
  const { money } = useFormats()
  return (
    <section className="stack-close">
      <h3>{say.tilesThen}</h3>
      <ul className="button-grid" aria-label={say.tilesThen}>
        {buttons.map(({ id, name, price }) => (
          <li key={id} className="tile">
            <div className="tile-press">
              <TileFace name={name} price={money(add(subtract(price, from), to))} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
