import { useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useIdInAddress } from "../../address.ts"
import { useAnswer } from "../../answers.ts"
import { call, type OfficeBody } from "../../calls.ts"
import { type FieldsOf, optional, text } from "../../form/Field.ts"
import { RecordForm } from "../../form/RecordForm.tsx"
import { Page } from "../../frame/Page.tsx"
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
  const [, go] = useLocation()
  const node_id = useNodeId()
  return (
    <Page>
      <RecordForm
        label={say.newTerminal}
        fields={fields}
        initial={{ name: "", description: null }}
        save={(body) => call("POST /terminal", { query: { node_id }, body })}
        submit={say.createTerminal}
        onDone={({ id }) => go(`/sell/terminals/${id}`)}
      />
    </Page>
  )
}

/** Changes to a terminal. */
export const EditTerminal = () => {
  const say = useTexts()
  const fields = useFields()
  const [, go] = useLocation()
  const address = { params: { terminal_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const terminal = useAnswer("GET /terminal/:terminal_id", address)
  return (
    <Page title={terminal.data?.name}>
      <Loaded of={terminal}>
        {(stored) => (
          <RecordForm
            label={stored.name}
            fields={fields}
            initial={stored}
            version={stored.version}
            save={(body, options) => call("POST /terminal/:terminal_id", { ...address, body }, options)}
            submit={say.saveTerminal}
            onDone={() => go(`/sell/terminals/${stored.id}`)}
          />
        )}
      </Loaded>
    </Page>
  )
}
