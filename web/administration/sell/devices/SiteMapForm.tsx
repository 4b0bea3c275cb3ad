import { type ChangeEvent, useState } from "react"
import { useLocation } from "wouter"
import { Loaded } from "../../../kit/Loaded.tsx"
import { useAnswer } from "../../answers.ts"
import { call, type OfficeBody } from "../../calls.ts"
import { ConfirmButton } from "../../form/ConfirmButton.tsx"
import { type FieldsOf, keep, place } from "../../form/Field.ts"
import { base64Of } from "../../form/File.ts"
import { RecordForm } from "../../form/RecordForm.tsx"
import { Page } from "../../frame/Page.tsx"
import { useNodeId } from "../../tree.ts"
import { useTexts } from "./texts.ts"
import "./devices.css"

type Body = OfficeBody<"POST /terminal/site-map">
type Picture = NonNullable<Body["picture"]>

const nowhere = { latitude: Number.NaN, longitude: Number.NaN }
const empty: Body = { top_left: nowhere, top_right: nowhere, bottom_left: nowhere, picture: null }

/** The picture of the site and the places of its corners. */
export const SiteMapForm = () => {
  const say = useTexts()
  const [, go] = useLocation()
  const query = { node_id: useNodeId() }
  const map = useAnswer("GET /terminal/site-map", { query })
  const hasMap = map.data !== undefined && map.data !== null
  return (
    <Page
      actions={hasMap && (
        <ConfirmButton
          label={say.removeMap}
          action={say.removeMap}
          change={() => call("DELETE /terminal/site-map", { query })}
          onDone={() => go("/sell/site-map")}
        >
          <p>{say.removeMapHint}</p>
        </ConfirmButton>
      )}
    >
      <Loaded of={map} lines={6}>{(stored) => <Entries stored={stored} />}</Loaded>
    </Page>
  )
}

const Entries = ({ stored }: { readonly stored: (Body & Picture) | null }) => {
  const say = useTexts()
  const [, go] = useLocation()
  const query = { node_id: useNodeId() }
  const [chosen, setChosen] = useState<Picture>()
  const corner = (label: string) => place({ label, hint: say.cornerHint })
  const fields: FieldsOf<Body> = {
    top_left: corner(say.topLeft),
    top_right: corner(say.topRight),
    bottom_left: corner(say.bottomLeft),
    picture: keep
  }
  const initial = stored === null
    ? empty
    : { top_left: stored.top_left, top_right: stored.top_right, bottom_left: stored.bottom_left, picture: null }
  return (
    <div className="stack">
      <PictureEntry stored={stored} chosen={chosen} onChoose={setChosen} />
      <RecordForm
        label={say.map}
        fields={fields}
        initial={initial}
        save={(body) => call("POST /terminal/site-map", { query, body: { ...body, picture: chosen ?? null } })}
        submit={say.saveMap}
        onDone={() => go("/sell/site-map")}
      />
    </div>
  )
}

const PictureEntry = ({ chosen, onChoose, stored }: {
  readonly stored: Picture | null
  readonly chosen: Picture | undefined
  readonly onChoose: (picture: Picture) => void
}) => {
  const say = useTexts()
  const shown = chosen ?? stored
  const choose = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0]
    if (file !== undefined) onChoose({ data: await base64Of(file), mime_type: file.type })
  }
  return (
    <section className="card stack">
      {shown && <img className="site-preview" src={`data:${shown.mime_type};base64,${shown.data}`} alt={say.picture} />}
      <div className="field">
        <label htmlFor="site-picture">{say.picture}</label>
        <input id="site-picture" type="file" accept="image/png,image/jpeg,image/svg+xml" onChange={choose} />
        <span className="muted small">{say.pictureHint} {stored !== null && say.pictureKept}</span>
      </div>
    </section>
  )
}
