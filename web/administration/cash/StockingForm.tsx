import { useState } from "react"
import { useLocation } from "wouter"
import { fromCents, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Money } from "../../kit/Money.tsx"
import { useIdInAddress } from "../address.ts"
import { useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { Confirm } from "../form/Confirm.tsx"
import { amount, count, type Field, type FieldsOf, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { Page } from "../frame/Page.tsx"
import { useMay, useNodeId } from "../tree.ts"
import "./cash.css"
import { floatOf, unitNames, units } from "./Stocking.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /till-register-stockings">
type Counts = Record<(typeof unitNames)[number], Field<number>>

const useStockingFields = (): FieldsOf<Body> => {
  const say = useTexts()
  const { money } = useFormats()
  const counts = Object.fromEntries(unitNames.map((name) => {
    const { cents, pieces } = units[name]
    const value = money(fromCents(cents))
    return [name, count({ label: pieces === 1 ? say.notes(value) : say.rolls(value, pieces) })]
  })) as Counts
  return { name: text({ label: say.name }), ...counts, variable_in_euro: amount({ label: say.variable }) }
}

/** The float that the typed numbers make. */
const Total = ({ of }: { readonly of: Body }) => (
  <p className="typed-sum" role="status">
    <span>{useTexts().total}</span> <Money amount={floatOf(of)} />
  </p>
)

const totalOf = (body: Body) => <Total of={body} />

/** A stocking that is not there yet. */
export const NewStocking = () => {
  const say = useTexts()
  const fields = useStockingFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const none = Object.fromEntries(unitNames.map((name) => [name, 0])) as Record<(typeof unitNames)[number], number>
  return (
    <Page>
      <RecordForm
        label={say.newStocking}
        fields={fields}
        initial={{ name: "", ...none, variable_in_euro: zero }}
        save={(body) => call("POST /till-register-stockings", { query: { node_id }, body })}
        submit={say.createStocking}
        onDone={() => go("/cash/stockings")}
      >
        {totalOf}
      </RecordForm>
    </Page>
  )
}

/** Changes to a stocking; it can be deleted here as well. */
export const EditStocking = () => {
  const say = useTexts()
  const may = useMay()
  const fields = useStockingFields()
  const [, go] = useLocation()
  const [isDeleting, setDeleting] = useState(false)
  const stocking_id = useIdInAddress()
  const query = { node_id: useNodeId() }
  const list = useList("GET /till-register-stockings", { query })
  const found = list.data?.find(({ id }) => id === stocking_id)
  const actions = found !== undefined && may("DELETE /till-register-stockings/:stocking_id") && (
    <Button
      kind="danger"
      onClick={() => setDeleting(true)}
    >
      {say.deleteStocking(found.name)}
    </Button>
  )
  if (list.data !== undefined && found === undefined) return <NotFound />
  return (
    <Page title={found?.name} actions={actions}>
      <Loaded of={{ ...list, data: found }}>
        {(stored) => (
          <RecordForm
            label={stored.name}
            fields={fields}
            initial={stored}
            version={stored.version}
            save={(body, options) =>
              call("POST /till-register-stockings/:stocking_id", { params: { stocking_id }, query, body }, options)}
            submit={say.saveStocking}
            onDone={() => go("/cash/stockings")}
          >
            {totalOf}
          </RecordForm>
        )}
      </Loaded>
      {isDeleting && found !== undefined && (
        <Confirm
          title={say.deleteStocking(found.name)}
          action={say.deleteStocking(found.name)}
          change={() => call("DELETE /till-register-stockings/:stocking_id", { params: { stocking_id }, query })}
          onClose={() => setDeleting(false)}
          onDone={() => go("/cash/stockings")}
        >
          <p>{say.deleteStockingHint}</p>
        </Confirm>
      )}
    </Page>
  )
}
