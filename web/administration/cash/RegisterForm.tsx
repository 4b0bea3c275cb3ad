import { useLocation } from "wouter"
import { Loaded } from "../../kit/Loaded.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { type FieldsOf, text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

const useRegisterFields = (): FieldsOf<OfficeBody<"POST /till-registers">> => ({
  name: text({ label: useTexts().name })
})

/** A register that is not there yet. */
export const NewRegister = () => {
  const say = useTexts()
  const fields = useRegisterFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  return (
    <Page>
      <RecordForm
        label={say.newRegister}
        fields={fields}
        initial={{ name: "" }}
        save={(body) => call("POST /till-registers", { query: { node_id }, body })}
        submit={say.createRegister}
        onDone={({ id }) => go(`/cash/registers/${id}`)}
      />
    </Page>
  )
}

/** Another name for a register. */
export const EditRegister = () => {
  const say = useTexts()
  const fields = useRegisterFields()
  const [, go] = useLocation()
  const register_id = useIdInAddress()
  const address = { params: { register_id }, query: { node_id: useNodeId() } }
  return (
    <Page>
      <Loaded of={useAnswer("GET /till-registers/:register_id", address)}>
        {(stored) => (
          <RecordForm
            label={stored.name}
            fields={fields}
            initial={stored}
            version={stored.version}
            save={(body, options) => call("POST /till-registers/:register_id", { ...address, body }, options)}
            submit={say.saveRegister}
            onDone={() => go(`/cash/registers/${register_id}`)}
          />
        )}
      </Loaded>
    </Page>
  )
}
