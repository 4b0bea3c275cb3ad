import { useFormats } from "../../kit/EventFormats.ts"
import { useAnswer } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import type { Thing } from "../form/Field.ts"
import { useMay, useNode, useNodeId } from "../tree.ts"
import { useUserNames } from "../userNames.ts"
import { useTexts } from "./texts.ts"

type Mark = OfficeAnswer<"GET /sold-out">[number]

/** The places where products are sold out, as far as they concern the node in the address; asked again every few seconds. */
export const useSoldOut = (): ReadonlyArray<Mark> =>
  useAnswer("GET /sold-out", { query: { node_id: useNodeId() } }, { everySeconds: 5 }).data ?? []

/** Where a product is sold out, and the ways to say so and to take it back. */
export const SoldOut = ({ of: product }: { readonly of: Thing }) => {
  const say = useTexts()
  const may = useMay()
  const node = useNode()
  const marks = useSoldOut().filter(({ product_id }) => product_id === product.id)
  const isHere = marks.some(({ node_id }) => node_id === node?.id)
  return (
    <section className="card stack-close">
      <h2>{say.soldOut}</h2>
      {marks.length === 0 ? <p className="muted">{say.notSoldOut}</p> : (
        <ul className="stack-close">
          {marks.map((mark) => <Marked key={mark.node_id} of={mark} />)}
        </ul>
      )}
      {!isHere && node !== undefined && may("POST /products/:product_id/sold-out") && (
        <div className="row">
          <ConfirmButton
            label={say.markSoldOut}
            action={say.markSoldOutAt(product.name, node.name)}
            change={() =>
              call("POST /products/:product_id/sold-out", {
                params: { product_id: product.id },
                query: { node_id: node.id }
              })}
          >
            <p>{say.markSoldOutHint}</p>
          </ConfirmButton>
        </div>
      )}
    </section>
  )
}

const Marked = ({ of: { by, node_id, node_name, product_id, product_name, since } }: { readonly of: Mark }) => {
  const say = useTexts()
  const may = useMay()
  const { moment } = useFormats()
  const names = useUserNames()
  const node = useNode()
  // Rights at the node in the address count below it as well; what was marked above is taken back there.
  const isAbove = node !== undefined && node.parent_ids.includes(node_id)
  return (
    <li className="between">
      <span>{say.soldOutAt(node_name, moment(since), names(by))}</span>
      {!isAbove && may("DELETE /products/:product_id/sold-out") && (
        <ConfirmButton
          label={say.markBack}
          look="usual"
          kind="primary"
          action={say.markBackAt(product_name, node_name)}
          change={() => call("DELETE /products/:product_id/sold-out", { params: { product_id }, query: { node_id } })}
        >
          <p>{say.markBackHint}</p>
        </ConfirmButton>
      )}
    </li>
  )
}
