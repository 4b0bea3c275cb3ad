import { useState } from "react"
import { add, type Amount, subtract, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import type { TileLook } from "../../kit/Tile.tsx"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { Entry } from "../form/Entry.tsx"
import { amount, count, type FieldsOf, flag, keep, moment, optional, reference } from "../form/Field.ts"
import { useNodeId } from "../tree.ts"
import { ButtonTile } from "./buttons/ButtonTile.tsx"
import type { Product } from "./ProductList.tsx"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /products/:product_id/versions">
export type SoldOn = ReadonlyArray<
  Pick<OfficeAnswer<"GET /till-buttons">["entities"][string], "id" | "name" | "price" | keyof TileLook>
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

/** What is typed; no moment is now. */
interface Entered {
  readonly price: Amount
  readonly price_in_vouchers: number | null
  readonly tax_rate_id: number
  readonly valid_from: string | null
  /** Whether the price so far was wrong, so that no open basket keeps it. */
  readonly was_wrong: boolean
}

const useVersionFields = (isPriced: boolean): FieldsOf<Entered> => {
  const say = useTexts()
  const formats = useFormats()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  return {
    price: isPriced ? amount({ label: say.price }) : keep,
    price_in_vouchers: isPriced
      ? optional(count({ label: say.voucherPrice, hint: say.voucherPriceHint }))
      : keep,
    tax_rate_id: reference({ label: say.tax }, rates),
    valid_from: optional(moment({ label: say.validFrom, hint: say.validFromHint }, formats)),
    was_wrong: isPriced ? flag({ label: say.wrongPrice, hint: say.wrongPriceHint }) : keep
  }
}

const ChangeDialog = ({ buttons, of: product, onClose }: ChangePriceProps & { readonly onClose: () => void }) => {
  const say = useTexts()
  const formats = useFormats()
  const isPriced = hasChangingPrice(product)
  const { price, price_in_vouchers, tax_rate_id } = product
  const address = { params: { product_id: product.id }, query: { node_id: useNodeId() } }
  return (
    <Ask
      title={say.changeOf(product.name)}
      fields={useVersionFields(isPriced)}
      initial={{ price: price ?? zero, price_in_vouchers, tax_rate_id, valid_from: null, was_wrong: false }}
      action={({ valid_from }) => valid_from === null ? say.saveNow : say.saveFrom(formats.moment(valid_from))}
      inPreview={["was_wrong"]}
      renderPreview={({ price: to, valid_from }, entryOf) =>
        isPriced && (
          <>
            {valid_from === null && <Entry {...entryOf("was_wrong")} />}
            {buttons.length > 0 && <Tiles buttons={buttons} from={price ?? zero} to={to} />}
          </>
        )}
      change={({ tax_rate_id: rate, valid_from, was_wrong, ...prices }) =>
        call("POST /products/:product_id/versions", {
          ...address,
          // What is left out stays as it is at that moment, which may have another price.
          body: {
            ...(isPriced ? prices : {}),
            tax_rate_id: rate,
            valid_from,
            ...(was_wrong && valid_from === null ? { holds: false } : {})
          } as Body
        })}
      onClose={onClose}
    />
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
        {buttons.map(({ id, name, price, ...look }) => (
          <ButtonTile key={id} name={name} look={look} price={money(add(subtract(price, from), to))} />
        ))}
      </ul>
    </section>
  )
}
