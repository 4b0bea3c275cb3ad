import { fromCents } from "../../kit/Amount.ts"
import { useFormats } from "../../kit/EventFormats.ts"
import { useIdInAddress } from "../address.ts"
import { useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { amount, choice, count, type Field, type FieldsOf, moment, optional, secret, text } from "../form/Field.ts"
import { EditPage, NewPage } from "../form/RecordPage.tsx"
import { NotFound } from "../frame/NotFound.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /tses/:tse_id">

/** Seconds with decimals are typed as amounts are. */
const seconds = (about: { readonly label: string; readonly hint: string }): Field<number> => {
  const { draftOf, ...field } = amount(about)
  return { ...field, draftOf: (value) => draftOf(fromCents(Math.round(value * 100))) }
}

const useDeviceFields = (): FieldsOf<Body> => {
  const say = useTexts()
  const formats = useFormats()
  return {
    name: text({ label: say.name }),
    ws_url: text({ label: say.address, hint: say.addressHint }),
    ws_timeout: seconds({ label: say.timeout, hint: say.timeoutHint }),
    password: secret({ label: say.password, hint: say.passwordHint }),
    first_operation: optional(moment({ label: say.firstOperation, hint: say.firstOperationHint }, formats)),
    certification_year: optional(count({ label: say.year, hint: say.yearHint }))
  }
}

/** A device that is not there yet. */
export const NewDevice = () => {
  const say = useTexts()
  const node_id = useNodeId()
  const fields: FieldsOf<OfficeBody<"POST /tses/">> = {
    ...useDeviceFields(),
    type: choice({ label: say.type }, [{ value: "diebold_nixdorf", name: "Diebold Nixdorf" }]),
    serial: optional(text({ label: say.serial, hint: say.serialHint }))
  }
  const initial = {
    name: "",
    ws_url: "ws://",
    ws_timeout: 5,
    password: "",
    first_operation: null,
    certification_year: null,
    type: "diebold_nixdorf" as const,
    serial: null
  }
  return (
    <NewPage
      label={say.newDevice}
      fields={fields}
      initial={initial}
      save={(body) => call("POST /tses/", { query: { node_id }, body })}
      submit={say.createDevice}
      doneAt={({ id }) => `/fiscal/devices/${id}`}
    />
  )
}

/** Changes to a device. */
export const EditDevice = () => {
  const say = useTexts()
  const fields = useDeviceFields()
  const tse_id = useIdInAddress()
  const query = { node_id: useNodeId() }
  const list = useList("GET /tses/", { query })
  const found = list.data?.find(({ id }) => id === tse_id)
  if (list.data !== undefined && found === undefined) return <NotFound />
  return (
    <EditPage
      of={{ ...list, data: found }}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /tses/:tse_id", { params: { tse_id }, query, body }, options)}
      submit={say.saveDevice}
      doneAt={() => `/fiscal/devices/${tse_id}`}
    />
  )
}
