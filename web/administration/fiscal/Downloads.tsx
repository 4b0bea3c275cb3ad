import { Download } from "lucide-react"
import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { CheckField, TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { useAddressValue } from "../address.ts"
import { call } from "../calls.ts"
import { saveFile } from "../download.ts"
import { exportOf } from "./Export.ts"
import { useTexts } from "./texts.ts"

/** The exports of an event, made by the server and saved by the browser. */
export const Downloads = ({ event }: { readonly event: number }) => {
  const say = useTexts()
  return (
    <>
      <section className="card stack" aria-labelledby="books">
        <h2 id="books">{say.books}</h2>
        <p className="muted">{say.downloadsHint}</p>
        <Books event={event} />
      </section>
      <section className="card stack" aria-labelledby="report">
        <h2 id="report">{say.commandReport}</h2>
        <Report event={event} />
      </section>
    </>
  )
}

/** The books of a period, which the address holds. */
const Books = ({ event }: { readonly event: number }) => {
  const say = useTexts()
  const [from, setFrom] = useAddressValue("from")
  const [to, setTo] = useAddressValue("to")
  const [open, setOpen] = useAddressValue("open")
  const [anyway, setAnyway] = useAddressValue("anyway")
  const { name, query } = exportOf(event, { from, to, open: open !== "", anyway: anyway !== "" })
  const { busy, refusal, submit } = useSubmit(
    () => call("POST /tree/events/:node_id/export-dsfinvk", { params: { node_id: event }, query }),
    (zip) => saveFile(zip, name)
  )
  return (
    <Form label={say.downloadExport} refusal={refusal} onSubmit={() => void submit()}>
      <div className="row choices moment-choices">
        <TextField
          name="from"
          type="date"
          label={say.exportFrom}
          hint={say.exportDayHint}
          value={from}
          onChange={setFrom}
        />
        <TextField name="to" type="date" label={say.exportTo} hint={say.exportDayHint} value={to} onChange={setTo} />
      </div>
      <CheckField name="open" checked={open !== ""} onChange={(checked) => setOpen(checked ? "yes" : "")}>
        {say.exportOpen}
      </CheckField>
      <CheckField name="anyway" checked={anyway !== ""} onChange={(checked) => setAnyway(checked ? "yes" : "")}>
        {say.exportAnyway}
      </CheckField>
      <div>
        <Button kind="primary" type="submit" busy={busy}>
          <Download className="icon" aria-hidden />
          {say.downloadExport}
        </Button>
      </div>
    </Form>
  )
}

/** The report of tills, with the day on which they are taken out of use. */
const Report = ({ event }: { readonly event: number }) => {
  const say = useTexts()
  const [day, setDay] = useState("")
  const { busy, refusal, submit } = useSubmit(
    () =>
      call("POST /tree/events/:node_id/export-ao146a", {
        params: { node_id: event },
        body: { shutdown_date: day === "" ? null : day }
      }),
    (xml) => saveFile(xml, `tills-${event}.xml`)
  )
  return (
    <Form label={say.downloadTills} refusal={refusal} onSubmit={() => void submit()}>
      <div className="row choices moment-choices">
        <TextField
          name="shutdown_date"
          type="date"
          label={say.outOfUse}
          hint={say.outOfUseHint}
          value={day}
          onChange={setDay}
        />
      </div>
      <div>
        <Button type="submit" busy={busy}>
          <Download className="icon" aria-hidden />
          {say.downloadTills}
        </Button>
      </div>
    </Form>
  )
}
