import { type ChangeEvent, useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { Loaded } from "../../kit/Loaded.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useAnswer, useChange } from "../answers.ts"
import { apiBase, call } from "../calls.ts"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** The event's logo and a receipt with it, as guests see it. */
export const DesignPage = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const design = useAnswer("GET /tree/events/:node_id/event-design", { params })
  const [receipt, setReceipt] = useState<unknown>()
  const { busy, refusal, submit } = useChange(async (file: File) =>
    call("POST /tree/events/:node_id/event-design/bon-logo", {
      params,
      body: { data: await base64Of(file), mime_type: file.type }
    })
  )
  const preview = useChange(
    () => call("POST /tree/events/:node_id/generate-test-bon", { params }),
    (bon) => setReceipt(bon)
  )
  const choose = ({ target: { files } }: ChangeEvent<HTMLInputElement>) => {
    const file = files?.[0]
    if (file !== undefined) void submit(file)
  }
  return (
    <Page actions={<Button busy={preview.busy} onClick={() => void preview.submit()}>{say.showReceipt}</Button>}>
      {[refusal, preview.refusal].map((one, at) => one !== undefined && <Refused key={at} refusal={one} />)}
      <Loaded of={design}>
        {({ bon_logo_blob_id: logo }) => (
          <section className="card stack" aria-labelledby="logo">
            <h2 id="logo">{say.logo}</h2>
            {logo === null
              ? <p className="muted">{say.noLogo}</p>
              : <img src={`${apiBase}/media/blob/${logo}`} alt={say.logo} height={96} />}
            <div className="field">
              <label htmlFor="logo-file">{say.newLogo}</label>
              <input id="logo-file" type="file" accept="image/svg+xml" disabled={busy} onChange={choose} />
              <span className="muted small">{say.logoHint}</span>
            </div>
          </section>
        )}
      </Loaded>
      {receipt !== undefined && <pre className="card">{JSON.stringify(receipt, null, 2)}</pre>}
    </Page>
  )
}

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""))
}
