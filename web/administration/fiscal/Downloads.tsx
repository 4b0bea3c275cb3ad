import { Download } from "lucide-react"
import { Button } from "../../kit/Button.tsx"
import { CheckField } from "../../kit/Field.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { useAddressValue } from "../address.ts"
import { call } from "../calls.ts"
import { saveFile } from "../download.ts"
import { useTexts } from "./texts.ts"

/** The exports of an event, made by the server and saved by the browser. */
export const Downloads = ({ event }: { readonly event: number }) => {
  const say = useTexts()
  const [anyway, setAnyway] = useAddressValue("anyway")
  const params = { node_id: event }
  const books = useSubmit(
    () =>
      call("POST /tree/events/:node_id/export-dsfinvk", {
        params,
        query: anyway === "" ? {} : { anyway: "true" as const }
      }),
    (zip) => saveFile(zip, `event-${event}.zip`)
  )
  const tills = useSubmit(
    () => call("POST /tree/events/:node_id/export-ao146a", { params, body: { shutdown_date: null } }),
    (xml) => saveFile(xml, `tills-${event}.xml`)
  )
  return (
    <section className="card stack" aria-labelledby="downloads">
      <h2 id="downloads">{say.downloads}</h2>
      <p>{say.downloadsHint}</p>
      <CheckField name="anyway" checked={anyway !== ""} onChange={(checked) => setAnyway(checked ? "yes" : "")}>
        {say.exportAnyway}
      </CheckField>
      <div className="row">
        <Button kind="primary" busy={books.busy} onClick={() => void books.submit()}>
          <Download className="icon" aria-hidden />
          {say.downloadExport}
        </Button>
        <Button busy={tills.busy} onClick={() => void tills.submit()}>
          <Download className="icon" aria-hidden />
          {say.downloadTills}
        </Button>
      </div>
      {books.refusal !== undefined && <Refused refusal={books.refusal} />}
      {tills.refusal !== undefined && <Refused refusal={tills.refusal} />}
    </section>
  )
}
