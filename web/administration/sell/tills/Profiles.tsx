import { useMemo } from "react"
import { Link, useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useIdInAddress } from "../../address.ts"
import { useAnswer, useList } from "../../answers.ts"
import { call, type OfficeAnswer } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { Page } from "../../frame/Page.tsx"
import type { Column } from "../../list/Column.ts"
import { Facts } from "../../list/Facts.tsx"
import { List } from "../../list/List.tsx"
import { useMessages } from "../../messages/messages.ts"
import { useMay, useNodeId } from "../../tree.ts"
import { linked } from "../linked.tsx"
import { Uses } from "../Uses.tsx"
import { withoutOffice } from "../withoutOffice.ts"
import type { TillTexts } from "./english.ts"
import { useTexts } from "./texts.ts"

type Profile = OfficeAnswer<"GET /till-profiles/:profile_id">

const actions = [
  "allow_top_up",
  "allow_cash_out",
  "allow_ticket_sale",
  "allow_ticket_vouchers",
  "allow_sold_out"
] as const
const payments = ["enable_ssp_payment", "enable_cash_payment", "enable_card_payment"] as const

const columnsOf = (
  say: TillTexts,
  layouts: ReadonlyArray<{ readonly id: number; readonly name: string }> = []
): ReadonlyArray<Column<Profile>> => {
  const allowed = (profile: Profile, switches: ReadonlyArray<typeof actions[number] | typeof payments[number]>) =>
    switches.filter((one) => profile[one]).map((one) => say[one]).join(", ") || say.nothing
  return [
    { key: "name", title: say.name, of: ({ name }) => name },
    { key: "layout", title: say.layout, of: ({ layout_id }) => layouts.find(({ id }) => id === layout_id)?.name },
    { key: "may", title: say.may, of: (profile) => allowed(profile, actions), isMinor: true },
    { key: "payments", title: say.payments, of: (profile) => allowed(profile, payments), isMinor: true },
    { key: "description", title: say.description, of: ({ description }) => description, isMinor: true }
  ]
}

/** All profiles of a node. */
export const ProfileList = () => {
  const say = useTexts()
  const may = useMay()
  const query = { node_id: useNodeId() }
  const layouts = useList("GET /till-layouts", { query }).data
  const columns = useMemo(() => columnsOf(say, layouts).filter(({ key }) => key !== "description"), [layouts, say])
  const add = may("POST /till-profiles") && (
    <Link href="/sell/profiles/new" className="button" data-kind="primary">{say.newProfile}</Link>
  )
  return (
    <Page actions={add}>
      <List
        label={say.profiles}
        of={withoutOffice(useList("GET /till-profiles", { query }))}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/sell/profiles/${id}`}
        empty={
          <>
            <p>{say.noProfiles}</p>
            {add}
          </>
        }
      />
    </Page>
  )
}

/** One profile and its tills. */
export const ProfilePage = () => {
  const say = { ...useMessages(), ...useTexts() }
  const may = useMay()
  const [, go] = useLocation()
  const query = { node_id: useNodeId() }
  const address = { params: { profile_id: useIdInAddress() }, query }
  const profile = useAnswer("GET /till-profiles/:profile_id", address)
  const layouts = useList("GET /till-layouts", { query }).data
  const { data: tills = [] } = useList("GET /tills", { query })
  return (
    <Page
      title={profile.data?.name}
      actions={profile.data !== undefined && may("POST /till-profiles/:profile_id") && (
        <>
          <Link href={`/sell/profiles/${profile.data.id}/edit`} className="button">{say.edit}</Link>
          <ConfirmButton
            label={say.remove}
            action={say.deleteThing(profile.data.name)}
            change={() => call("DELETE /till-profiles/:profile_id", address)}
            onDone={() => go("/sell/profiles")}
          >
            <p>{say.deleteProfileHint}</p>
          </ConfirmButton>
        </>
      )}
    >
      <Loaded of={profile}>
        {(stored) => (
          <>
            <section className="card">
              <Facts
                of={stored}
                columns={linked(columnsOf(say, layouts), { layout: ({ layout_id }) => `/sell/layouts/${layout_id}` })}
              />
            </section>
            <Uses
              title={say.tillsWithProfile}
              none={say.noTillsWithProfile}
              at="sell/tills"
              things={tills.filter(({ active_profile_id }) => active_profile_id === stored.id)}
            >
              {may("POST /tills") && (
                <Link href={`/sell/tills/new?profile=${stored.id}`} className="button">{say.newTill}</Link>
              )}
            </Uses>
          </>
        )}
      </Loaded>
    </Page>
  )
}
