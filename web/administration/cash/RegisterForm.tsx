import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { type FieldsOf, text } from "../form/Field.ts"
import { EditPage, NewPage } from "../form/RecordPage.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

const useRegisterFields = (): FieldsOf<OfficeBody<"POST /till-registers">> => ({
  name: text({ label: useTexts().name })
})

/** A register that is not there yet. */
export const NewRegister = () => {
  const say = useTexts()
  const fields = useRegisterFields()
  const node_id = useNodeId()
  return (
    <NewPage
      label={say.newRegister}
      fields={fields}
      initial={{ name: "" }}
      save={(body) => call("POST /till-registers", { query: { node_id }, body })}
      submit={say.createRegister}
      doneAt={({ id }) => `/cash/registers/${id}`}
    />
  )
}

/** Another name for a register. */
export const EditRegister = () => {
  const say = useTexts()
  const fields = useRegisterFields()
  const address = { params: { register_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const register = useAnswer("GET /till-registers/:register_id", address)
  return (
    <EditPage
      of={register}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /till-registers/:register_id", { ...address, body }, options)}
      submit={say.saveRegister}
      doneAt={({ id }) => `/cash/registers/${id}`}
    />
  )
}
