import { useLocation } from "wouter"
import { fromCents, zero } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { useIdInAddress } from "../address.ts"
import { useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { amount, count, type Field, type FieldsOf, text } from "../form/Field.ts"
import { EditPage, NewPage } from "../form/RecordPage.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { useMessages } from "../messages/messages.ts"
import { useMay, useNodeId } from "../tree.ts"
import { floatOf, unitNames, units } from "./Stocking.ts"
import { useTexts } from "./texts.ts"
import "./cash.css"

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
  const node_id = useNodeId()
  const none = Object.fromEntries(unitNames.map((name) => [name, 0])) as Record<(typeof unitNames)[number], number>
  return (
    <NewPage
      label={say.newStocking}
      fields={fields}
      initial={{ name: "", ...none, variable_in_euro: zero }}
      save={(body) => call("POST /till-register-stockings", { query: { node_id }, body })}
      submit={say.createStocking}
      doneAt={() => "/cash/stockings"}
    >
      {totalOf}
    </NewPage>
  )
}

/** Changes to a stocking; it can be deleted here as well. */
export const EditStocking = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const fields = useStockingFields()
  const [, go] = useLocation()
  const address = { params: { stocking_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const list = useList("GET /till-register-stockings", { query: address.query })
  const found = list.data?.find(({ id }) => id === address.params.stocking_id)
  if (list.data !== undefined && found === undefined) return <NotFound />
  return (
    <EditPage
      of={{ ...list, data: found }}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /till-register-stockings/:stocking_id", { ...address, body }, options)}
      submit={say.saveStocking}
      doneAt={() => "/cash/stockings"}
      actions={found !== undefined && may("DELETE /till-register-stockings/:stocking_id") && (
        <ConfirmButton
          label={say.remove}
          action={say.deleteStocking(found.name)}
          change={() => call("DELETE /till-register-stockings/:stocking_id", address)}
          onDone={() => go("/cash/stockings")}
        >
          <p>{say.deleteStockingHint}</p>
        </ConfirmButton>
      )}
    >
      {totalOf}
    </EditPage>
  )
}
