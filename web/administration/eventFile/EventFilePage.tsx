import { Download } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call } from "../calls.ts"
import { saveFile } from "../download.ts"
import { Page } from "../frame/Page.tsx"
import { useNode, useNodeId, useNodeName } from "../tree.ts"
import { useTexts } from "./texts.ts"
import { Upload } from "./Upload.tsx"

/** The file of the event: download, and changes by a file that is uploaded. */
export const EventFilePage = () => {
  const say = useTexts()
  const here = useNodeId()
  const event = useNode()?.event_node_id ?? here
  const nameOf = useNodeName()
  const { busy, refusal, submit } = useSubmit(
    () => call("GET /tree/events/:node_id/event-file", { params: { node_id: event } }),
    (file) => saveFile(file, `${nameOf(event) || "event"}.yaml`)
  )
  return (
    <Page>
      <section className="card stack" aria-labelledby="download">
        <h2 id="download">{say.download}</h2>
        <p>{say.downloadHint}</p>
        {refusal !== undefined && <Refused refusal={refusal} />}
        <div>
          <Button busy={busy} onClick={() => void submit()}>
            <Download className="icon" aria-hidden />
            {say.downloadFile}
          </Button>
        </div>
      </section>
      <section className="card stack" aria-labelledby="upload">
        <h2 id="upload">{say.upload}</h2>
        <p>{say.uploadHint}</p>
        <Upload node={event} />
      </section>
    </Page>
  )
}
