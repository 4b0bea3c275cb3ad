import { useAddressValue, useIdInAddress } from "../../address.ts"
import { useAnswer, useList } from "../../answers.ts"
import { call, type OfficeBody } from "../../calls.ts"
import { day, type FieldsOf, keep, optional, reference, text } from "../../form/Field.ts"
import { EditPage, NewPage } from "../../form/RecordPage.tsx"
import { useNodeId } from "../../tree.ts"
import { terminalChoices } from "./Choices.ts"
import { useTexts } from "./texts.ts"
import { useEquipment } from "./useEquipment.ts"

type Body = OfficeBody<"POST /tills">

/** The entries of a till; terminals that serve another till say so. */
const useFields = (till?: number): FieldsOf<Body> => {
  const say = useTexts()
  const equipment = useEquipment()
  const profiles = useList("GET /till-profiles", { query: { node_id: useNodeId() } }).data
  const forTaxOffice = (label: string) => optional(text({ label, hint: say.taxOfficeHint }))
  return {
    name: text({ label: say.name }),
    active_profile_id: reference({ label: say.profile }, profiles),
    terminal_id: optional(reference(
      { label: say.terminal, hint: say.terminalHint, none: say.noTerminal },
      terminalChoices(equipment, say, till)
    )),
    brand: forTaxOffice(say.brand),
    model: forTaxOffice(say.model),
    software_brand: forTaxOffice(say.softwareBrand),
    purchased_on: optional(day({ label: say.purchasedOn, hint: say.taxOfficeHint })),
    description: optional(text({ label: say.description })),
    active_shift: keep
  }
}

/** A till that is not there yet, with the profile whose id the address has, if it has one. */
export const NewTill = () => {
  const say = useTexts()
  const fields = useFields()
  const [profile] = useAddressValue("profile")
  const node_id = useNodeId()
  const initial: Body = {
    name: "",
    description: null,
    active_shift: null,
    active_profile_id: Number(profile),
    terminal_id: null,
    brand: null,
    model: null,
    software_brand: null,
    purchased_on: null
  }
  return (
    <NewPage
      label={say.newTill}
      fields={fields}
      initial={initial}
      save={(body) => call("POST /tills", { query: { node_id }, body })}
      submit={say.createTill}
      doneAt={({ id }) => `/sell/tills/${id}`}
    />
  )
}

/** Changes to a till. */
export const EditTill = () => {
  const say = useTexts()
  const address = { params: { till_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const fields = useFields(address.params.till_id)
  const till = useAnswer("GET /tills/:till_id", address)
  return (
    <EditPage
      of={till}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /tills/:till_id", { ...address, body }, options)}
      submit={say.saveTill}
      doneAt={({ id }) => `/sell/tills/${id}`}
    />
  )
}
