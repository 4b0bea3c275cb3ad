import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { useNow } from "../../kit/Moment.tsx"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { type FieldsOf, moment, optional, share, text } from "../form/Field.ts"
import type { Column } from "../list/Column.ts"
import { Table } from "../list/Table.tsx"
import { endOfBusinessDay } from "../reports/BusinessDay.ts"
import { useNodeId, useTree, wayTo } from "../tree.ts"
import type { SellTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type TaxRate = OfficeAnswer<"GET /tax-rates/:tax_rate_id">
type Listed = OfficeAnswer<"GET /price-list">["entities"][string]

/** Changes the percentage of a tax rate, now or from a moment on. */
export const ChangeRate = ({ of: rate }: { readonly of: TaxRate }) => {
  const say = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>{say.changeRate}</Button>
      {isOpen && <RateDialog of={rate} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What is entered; no moment is now. */
interface Entered {
  readonly rate: number
  readonly name: string
  readonly valid_from: string | null
}

const useRateFields = (): FieldsOf<Entered> => {
  const say = useTexts()
  const formats = useFormats()
  return {
    rate: share({ label: say.taxRateInPercent }),
    name: text({ label: say.name, hint: say.taxRateNameHint }),
    valid_from: optional(moment({ label: say.validFrom, hint: say.rateFromHint }, formats))
  }
}

/** The end of the present business day of the event. */
const useEndOfDay = (): string => {
  const { timeZone } = useFormats()
  const id = useNodeId()
  const now = useNow()
  const { data } = useTree()
  const event = data === undefined ? null : wayTo(data, id).find((node) => node.event !== null)?.event
  return endOfBusinessDay(new Date(now).toISOString(), event?.time_zone ?? timeZone, event?.daily_end_time ?? null)
}

const RateDialog = ({ of: rate, onClose }: { readonly of: TaxRate; readonly onClose: () => void }) => {
  const say = useTexts()
  const formats = useFormats()
  const params = { tax_rate_id: rate.id }
  const query = { node_id: useNodeId() }
  return (
    <Ask
      title={say.changeOf(rate.name)}
      fields={useRateFields()}
      initial={{ rate: rate.rate, name: rate.name, valid_from: useEndOfDay() }}
      action={({ valid_from }) => valid_from === null ? say.saveNow : say.saveFrom(formats.moment(valid_from))}
      renderPreview={(entered) => <Changed of={rate} by={entered} />}
      change={(entered) =>
        call("POST /tax-rates/:tax_rate_id/versions", {
          params,
          query,
          body: { ...entered, tax_type: null, price_changes: [] }
        })}
      onClose={onClose}
    >
      <p>{say.changeRateHint}</p>
    </Ask>
  )
}

/** The tax in a price, as receipts have it. */
const taxIn = (price: number, rate: number) => Math.round((price * 100 * rate) / (1 + rate)) / 100

const changedColumns = (say: SellTexts, to: number): ReadonlyArray<Column<Listed>> => [
  { key: "name", title: say.product, of: ({ name }) => name },
  { key: "price", title: say.price, kind: "amount", of: ({ price }) => price ?? say.freePrice },
  {
    key: "before",
    title: say.taxBefore,
    kind: "amount",
    of: ({ price, tax_rate }) => price === null ? null : taxIn(price, tax_rate)
  },
  { key: "then", title: say.taxThen, kind: "amount", of: ({ price }) => price === null ? null : taxIn(price, to) }
]

/** The products that will have the rate at that moment: prices stay, and the tax in them changes. */
const Changed = ({ by: { rate: to, valid_from }, of: rate }: { readonly of: TaxRate; readonly by: Entered }) => {
  const say = useTexts()
  const at = valid_from === null ? {} : { at: valid_from }
  const { data = [] } = useList("GET /price-list", { query: { node_id: useNodeId(), ...at } })
  const rows = data.filter(({ tax_rate_id }) => tax_rate_id === rate.id)
  if (rows.length === 0) return <p className="muted">{say.noneWithRate}</p>
  return <Table label={say.productsWithRate} rows={rows} columns={changedColumns(say, to)} keyOf={({ id }) => id} />
}
