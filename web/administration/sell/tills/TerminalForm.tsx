import { useIdInAddress } from "../../address.ts"
import { useAnswer } from "../../answers.ts"
import { call, type OfficeBody } from "../../calls.ts"
import { type FieldsOf, optional, text } from "../../form/Field.ts"
import { EditPage, NewPage } from "../../form/RecordPage.tsx"
import { useNodeId } from "../../tree.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /terminal">

const useFields = (): FieldsOf<Body> => {
  const say = useTexts()
  return { name: text({ label: say.name }), description: optional(text({ label: say.description })) }
}

/** A terminal that is not there yet. */
export const NewTerminal = () => {
  const say = useTexts()
  const fields = useFields()
  const node_id = useNodeId()
  return (
    <NewPage
      label={say.newTerminal}
      fields={fields}
      initial={{ name: "", description: null }}
      save={(body) => call("POST /terminal", { query: { node_id }, body })}
      submit={say.createTerminal}
      doneAt={({ id }) => `/sell/terminals/${id}`}
    />
  )
}

/** Changes to a terminal. */
export const EditTerminal = () => {
  const say = useTexts()
  const fields = useFields()
  const address = { params: { terminal_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const terminal = useAnswer("GET /terminal/:terminal_id", address)
  return (
    <EditPage
      of={terminal}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /terminal/:terminal_id", { ...address, body }, options)}
      submit={say.saveTerminal}
      doneAt={({ id }) => `/sell/terminals/${id}`}
    />
  )
}
