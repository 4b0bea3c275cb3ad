import { Button } from "../../kit/Button.tsx"
import { Dialog } from "../../kit/Dialog.tsx"
import { NoChips } from "../../kit/readers/Chips.ts"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { showAvailability, useMark } from "./Availability.ts"
import type { SaleButton } from "./Basket.ts"

type Product = SaleButton["products"][number]

/** Deposits run out less often than what is in them, so they come last. */
const isGoods = ({ is_returnable }: Product) => !is_returnable

/** Marks the products of a button as sold out, or as back. */
export const SoldOutDialog = ({ button, onClose }: { readonly button: SaleButton; readonly onClose: () => void }) => {
  const say = useMessages()
  const mayMark = useSession().config.till?.allow_sold_out === true
  const { busy, refusal, submit } = useSubmit(
    (product_id: number, is_sold_out: boolean) => call("POST /availability", { body: { product_id, is_sold_out } }),
    (answer) => {
      showAvailability(answer)
      onClose()
    }
  )
  return (
    <Dialog title={button.name} onClose={onClose}>
      <NoChips />
      <p>{say.soldOutHint}</p>
      {[...button.products.filter(isGoods), ...button.products.filter((product) => !isGoods(product))].map((
        product
      ) => (
        <ProductMark
          key={product.id}
          product={product}
          isNamed={button.products.length > 1}
          mayMark={mayMark}
          busy={busy}
          onMark={(isSoldOut) => void submit(product.id, isSoldOut)}
        />
      ))}
      {refusal !== undefined && <Refused refusal={refusal} />}
      <Button kind="quiet" onClick={onClose}>{say.cancel}</Button>
    </Dialog>
  )
}

const ProductMark = ({ busy, isNamed, mayMark, onMark, product }: {
  readonly product: Product
  readonly isNamed: boolean
  readonly mayMark: boolean
  readonly busy: boolean
  readonly onMark: (isSoldOut: boolean) => void
}) => {
  const say = useMessages()
  const mark = useMark()(product)
  const name = isNamed ? product.name : undefined
  if (mark === undefined) {
    return mayMark && (
      <Button
        kind={isNamed && !isGoods(product) ? "quiet" : "danger"}
        className="large"
        busy={busy}
        onClick={() => onMark(true)}
      >
        {say.markSoldOut(name)}
      </Button>
    )
  }
  if (!mayMark || !mark.can_come_back) return <p>{say.soldOutAt(product.name, mark.at.join(", "))}</p>
  return (
    <Button kind="primary" className="large" busy={busy} onClick={() => onMark(false)}>
      {say.markBack(name)}
    </Button>
  )
}
