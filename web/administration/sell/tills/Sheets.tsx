import { registrationLink } from "@wristbank/core/till/RegistrationText"
import { useState } from "react"
import { Button } from "../../../kit/Button.tsx"
import { CheckField, TextField } from "../../../kit/Field.tsx"
import { Loaded } from "../../../kit/Loaded.tsx"
import { Notice } from "../../../kit/Notice.tsx"
import { useAddressValue } from "../../address.ts"
import { inTurn, useAnswer, useList } from "../../answers.ts"
import { call } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { OptionsEntry } from "../../form/OptionsEntry.tsx"
import { Page } from "../../frame/Page.tsx"
import { useNode, useNodeId } from "../../tree.ts"
import { appTextOf } from "./RegistrationCode.ts"
import { Sheet } from "./Sheet.tsx"
import "./tills.css"
import { useTexts } from "./texts.ts"
import { type Terminal, useEquipment } from "./useEquipment.ts"
import { useTillAddress } from "./useTillAddress.ts"

/** Sheets of paper that register devices: one page for each terminal. */
export const Sheets = () => {
  const say = useTexts()
  const terminals = useList("GET /terminal", { query: { node_id: useNodeId() } })
  return (
    <Page>
      <Loaded of={terminals} lines={8}>
        {(all) => all.length === 0 ? <p className="empty">{say.noTerminals}</p> : <SheetsOf terminals={all} />}
      </Loaded>
    </Page>
  )
}

/** The sheets of the terminals whose ids the address has, of all that wait for a device unless it has some. */
const SheetsOf = ({ terminals }: { readonly terminals: ReadonlyArray<Terminal> }) => {
  const node = useNode()
  const { tillOf } = useEquipment()
  const [of] = useAddressValue("of")
  const [till] = useTillAddress()
  const [isForApp, setForApp] = useState(false)
  const { data: settings } = useAnswer("GET /public-config")
  const chosen = terminals.filter(({ id, registration_uuid }) =>
    of === "" ? registration_uuid !== null : of.split(",").includes(String(id))
  )
  return (
    <>
      <SheetSettings terminals={terminals} chosen={chosen} isForApp={isForApp} onForApp={setForApp} />
      <div className="sheets">
        {chosen.map(({ id, name, registration_uuid: code, till_id }) =>
          code !== null && (
            <Sheet
              key={id}
              name={name}
              till={tillOf(till_id)?.name}
              code={code}
              place={node?.name ?? ""}
              address={isForApp ? undefined : till}
              qr={isForApp ? appTextOf(settings?.terminal_api_endpoint ?? "", code) : registrationLink(till, code)}
            />
          )
        )}
      </div>
    </>
  )
}

interface SheetSettingsProps {
  readonly terminals: ReadonlyArray<Terminal>
  readonly chosen: ReadonlyArray<Terminal>
  readonly isForApp: boolean
  readonly onForApp: (isForApp: boolean) => void
}

/** Which sheets are printed, and what for. None of it is on paper. */
const SheetSettings = ({ chosen, isForApp, onForApp, terminals }: SheetSettingsProps) => {
  const say = useTexts()
  const [, setOf] = useAddressValue("of")
  const [till, setTill] = useTillAddress()
  const registered = chosen.filter(({ registration_uuid }) => registration_uuid === null)
  const sheets = chosen.length - registered.length
  return (
    <div className="stack sheet-settings">
      <Notice kind="attention">
        <p>{say.sheetsHint}</p>
      </Notice>
      <div className="entries">
        <OptionsEntry
          name="terminals"
          label={say.whichSheets}
          options={terminals.map(({ id, name, registration_uuid }) => ({
            value: String(id),
            name: registration_uuid === null ? `${name} · ${say.isRegistered}` : name
          }))}
          chosen={chosen.map(({ id }) => String(id))}
          onChange={(ids) => setOf(ids.join(",") || "none")}
        />
        <div className="stack">
          <TextField
            name="till"
            label={say.tillAddress}
            hint={say.tillAddressHint}
            value={till}
            onChange={setTill}
            disabled={isForApp}
          />
          <CheckField name="for_app" checked={isForApp} onChange={onForApp}>{say.forApp}</CheckField>
        </div>
      </div>
      <div className="row">
        <Button kind="primary" disabled={sheets === 0} onClick={() => print()}>{say.print(sheets)}</Button>
        {registered.length > 0 && <NewCodes of={registered} />}
      </div>
      {chosen.length === 0 && <p className="muted">{say.noneChosen}</p>}
    </div>
  )
}

/** Makes new codes for terminals whose codes were used. */
const NewCodes = ({ of }: { readonly of: ReadonlyArray<Terminal> }) => {
  const say = useTexts()
  const node_id = useNodeId()
  return (
    <ConfirmButton
      label={say.newCodes(of.length)}
      look="usual"
      action={say.newCodes(of.length)}
      change={() =>
        inTurn(of, ({ id }) =>
          call("POST /terminal/:terminal_id/new-code", { params: { terminal_id: id }, query: { node_id } }))}
    >
      <p>{say.newCodeHint}</p>
      <p>
        {of.map(({ name }) =>
          name
        ).join(", ")}
      </p>
    </ConfirmButton>
  )
}
