import { useMemo } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import type { Formats } from "../../kit/Formats.ts"
import { useAddressValue } from "../address.ts"
import { useList } from "../answers.ts"
import type { OfficeAnswer } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import type { Column } from "../list/Column.ts"
import { List } from "../list/List.tsx"
import { fromLocalText, localText } from "../list/LocalTime.ts"
import { TimeEntry } from "../list/TimeEntry.tsx"
import { useNodeId } from "../tree.ts"
import type { SellTexts } from "./english.ts"
import { taxColumn, voucherColumn } from "./priceColumns.ts"
import { useTexts } from "./texts.ts"

type Listed = OfficeAnswer<"GET /price-list">["entities"][string]

const columnsOf = (say: SellTexts, formats: Formats): ReadonlyArray<Column<Listed>> => [
  { key: "name", title: say.product, of: ({ name }) => name },
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price ?? say.freePrice },
  {
    key: "lists",
    title: say.byPriceList,
    of: ({ offers }) => offers.map(({ name, price }) => `${name}: ${formats.money(price)}`).join(", ")
  },
  voucherColumn(say),
  taxColumn(say),
  { key: "since", title: say.priceSince, kind: "moment", of: ({ valid_from }) => valid_from, isMinor: true },
  { key: "next", title: say.changesNext, kind: "moment", of: ({ changes_at }) => changes_at, isMinor: true }
]

/** What everything costs at a moment, at all tills or at one. */
export const PricesAt = () => {
  const say = useTexts()
  const formats = useFormats()
  const node_id = useNodeId()
  const [at, setAt] = useAddressValue("at")
  const [till, setTill] = useAddressValue("till")
  const ofTill = till === "" ? {} : { till_id: Number(till) }
  const now = useList("GET /price-list", { query: { node_id, ...ofTill } })
  const then = useList("GET /price-list", { query: { node_id, ...ofTill, ...(at === "" ? {} : { at }) } })
  const { data: tills = [] } = useList("GET /tills", { query: { node_id } })
  const planned = Array.from(
    new Set([...now.data ?? [], ...then.data ?? []].flatMap(({ changes_at }) => changes_at ?? []))
  ).toSorted()
  const columns = useMemo(() => columnsOf(say, formats), [say, formats])
  return (
    <Page>
      <section className="card stack-close">
        <div className="row">
          <TimeEntry
            type="datetime-local"
            label={say.pricesAt}
            value={at === "" ? "" : localText(at, formats)}
            onEmpty={() => setAt("")}
            onChange={(text) => setAt(fromLocalText(text, formats))}
          />
          <div className="field">
            <label htmlFor="till">{say.pricesAtTill}</label>
            <select id="till" value={till} onChange={({ target }) => setTill(target.value)}>
              <option value="">{say.allTills}</option>
              {tills.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
            </select>
          </div>
        </div>
        <div className="row" role="group" aria-label={say.plannedMoments}>
          <Moment isChosen={at === ""} onChoose={() => setAt("")}>{say.now}</Moment>
          {planned.map((moment) => (
            <Moment key={moment} isChosen={at === moment} onChoose={() => setAt(moment)}>
              {formats.moment(moment)}
            </Moment>
          ))}
        </div>
      </section>
      <List
        label={say.prices}
        of={then}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/products/${id}`}
        empty={<p>{say.noPrices}</p>}
      />
    </Page>
  )
}

const Moment = ({ children, isChosen, onChoose }: {
  readonly children: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}) => <Button aria-current={isChosen} onClick={onChoose}>{children}</Button>
