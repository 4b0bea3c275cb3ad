import { useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useAddressValue, useIdInAddress } from "../../address.ts"
import { useAnswer, useList } from "../../answers.ts"
import { call, type OfficeAnswer, type OfficeBody } from "../../calls.ts"
import { type FieldsOf, flag, optional, reference, text } from "../../form/Field.ts"
import { RecordForm } from "../../form/RecordForm.tsx"
import { EditPage } from "../../form/RecordPage.tsx"
import { Page } from "../../frame/Page.tsx"
import { useNodeId } from "../../tree.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /till-profiles">

const useFields = (): FieldsOf<Body> => {
  const say = useTexts()
  const layouts = useList("GET /till-layouts", { query: { node_id: useNodeId() } }).data
  const switchFor = (one: `allow_${string}` & keyof Body | `enable_${string}` & keyof Body) =>
    flag({ label: one.startsWith("enable") ? `${say.payments}: ${say[one]}` : say[one], hint: say[`${one}_hint`] })
  return {
    name: text({ label: say.name }),
    layout_id: reference({ label: say.layout }, layouts),
    allow_top_up: switchFor("allow_top_up"),
    allow_cash_out: switchFor("allow_cash_out"),
    allow_ticket_sale: switchFor("allow_ticket_sale"),
    allow_ticket_vouchers: switchFor("allow_ticket_vouchers"),
    allow_sold_out: switchFor("allow_sold_out"),
    one_page: flag({ label: say.one_page, hint: say.one_page_hint }),
    enable_ssp_payment: switchFor("enable_ssp_payment"),
    enable_cash_payment: switchFor("enable_cash_payment"),
    enable_card_payment: switchFor("enable_card_payment"),
    description: optional(text({ label: say.description }))
  }
}

/** A profile that is not there yet, with the layout whose id the address has, if it has one. */
export const NewProfile = () => {
  const [wanted] = useAddressValue("layout")
  const address = { params: { layout_id: Number(wanted) }, query: { node_id: useNodeId() } }
  const layout = useAnswer("GET /till-layouts/:layout_id", address, { when: wanted !== "" })
  return (
    <Page>
      {wanted === ""
        ? <NewProfileForm layout={undefined} />
        : <Loaded of={layout}>{(stored) => <NewProfileForm layout={stored} />}</Loaded>}
    </Page>
  )
}

const NewProfileForm = ({ layout }: { readonly layout: OfficeAnswer<"GET /till-layouts/:layout_id"> | undefined }) => {
  const say = useTexts()
  const fields = useFields()
  const [, go] = useLocation()
  const node_id = useNodeId()
  const initial: Body = {
    name: "",
    description: null,
    layout_id: layout?.id ?? 0,
    allow_top_up: false,
    allow_cash_out: false,
    // A layout has tickets to sell them.
    allow_ticket_sale: layout !== undefined && layout.ticket_ids.length > 0,
    allow_ticket_vouchers: false,
    allow_sold_out: true,
    one_page: false,
    enable_ssp_payment: true,
    enable_cash_payment: false,
    enable_card_payment: false
  }
  return (
    <RecordForm
      label={say.newProfile}
      fields={fields}
      initial={initial}
      save={(body) => call("POST /till-profiles", { query: { node_id }, body })}
      submit={say.createProfile}
      onDone={({ id }) => go(`/sell/profiles/${id}`)}
    />
  )
}

/** Changes to a profile. */
export const EditProfile = () => {
  const say = useTexts()
  const fields = useFields()
  const address = { params: { profile_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const profile = useAnswer("GET /till-profiles/:profile_id", address)
  return (
    <EditPage
      of={profile}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /till-profiles/:profile_id", { ...address, body }, options)}
      submit={say.saveProfile}
      doneAt={({ id }) => `/sell/profiles/${id}`}
    />
  )
}
