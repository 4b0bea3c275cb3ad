import { useAtomValue } from "jotai"
import { type ChangeEvent, useState } from "react"
import { eventUnitsAtom } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Paper } from "../../kit/receipt/Paper.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { apiBase, call } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import { base64Of } from "../form/File.ts"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { TopicForm } from "./TopicForm.tsx"
import "./setup.css"

/** The texts and the logo of receipts, beside a receipt with them. */
export const DesignPage = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const { timeZone } = useAtomValue(eventUnitsAtom)
  const settings = useAnswer("GET /tree/events/:node_id/settings", { params })
  const receipt = useAnswer("POST /tree/events/:node_id/generate-test-bon", { params })
  const [isSaved, setSaved] = useState(false)
  return (
    <Page>
      <div className="beside">
        <div className="stack">
          {isSaved && (
            <Notice kind="good">
              <p>{say.saved}</p>
            </Notice>
          )}
          <Loaded of={settings} lines={8}>
            {(stored) => (
              <TopicForm
                key={stored.version}
                topic="receipts"
                stored={stored}
                onDone={() => setSaved(true)}
              />
            )}
          </Loaded>
          <Logo />
        </div>
        <section className="stack" aria-labelledby="preview">
          <h2 id="preview">{say.preview}</h2>
          <p className="muted">{say.previewHint}</p>
          <Loaded of={receipt} lines={10}>{(data) => <Paper receipt={data} timeZone={timeZone} />}</Loaded>
        </section>
      </div>
    </Page>
  )
}

const Logo = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const design = useAnswer("GET /tree/events/:node_id/event-design", { params })
  const { busy, refusal, submit } = useChange(async (file: File) =>
    call("POST /tree/events/:node_id/event-design/bon-logo", {
      params,
      body: { data: await base64Of(file), mime_type: file.type }
    })
  )
  const choose = ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0]
    if (file !== undefined) void submit(file)
  }
  return (
    <section className="card stack" aria-labelledby="logo">
      <h2 id="logo">{say.logo}</h2>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <Loaded of={design}>
        {({ bon_logo_blob_id: logo }) =>
          logo === null
            ? <p className="muted">{say.noLogo}</p>
            : <img className="logo" src={`${apiBase}/media/blob/${logo}`} alt={say.logo} height={96} />}
      </Loaded>
      {design.data !== undefined && design.data.bon_logo_blob_id !== null && (
        <div className="row">
          <ConfirmButton
            label={say.removeLogo}
            action={say.removeLogo}
            look="usual"
            change={() => call("DELETE /tree/events/:node_id/event-design/bon-logo", { params })}
          >
            <p>{say.removeLogoHint}</p>
          </ConfirmButton>
        </div>
      )}
      <div className="field">
        <label htmlFor="logo-file">{say.newLogo}</label>
        <input id="logo-file" type="file" accept="image/svg+xml" disabled={busy} onChange={choose} />
        <span className="muted small">{say.logoHint}</span>
      </div>
    </section>
  )
}
