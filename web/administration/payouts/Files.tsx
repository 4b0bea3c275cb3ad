import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Moment } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { useAnswer } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { saveFile } from "../download.ts"
import { useNodeId } from "../tree.ts"
import { useUserNames } from "../userNames.ts"
import { type Transfers, transfersIn } from "./Runs.ts"
import { useTexts } from "./texts.ts"

type PayoutFile = OfficeAnswer<"GET /payouts/:payout_run_id/files">[number]

/** The files that were made of a run, as they were handed out; each can be downloaded again and checked. */
export const Files = ({ run, transfers }: { readonly run: number; readonly transfers: Transfers }) => {
  const say = useTexts()
  const files = useAnswer("GET /payouts/:payout_run_id/files", {
    params: { payout_run_id: run },
    query: { node_id: useNodeId() }
  })
  return (
    <section className="stack-close">
      <h2>{say.files}</h2>
      <Loaded of={files} lines={2}>
        {(made) =>
          made.length === 0
            ? <p className="muted">{say.noFiles}</p>
            : (
              <ul className="rows card">
                {made.map((file) => <OneFile key={file.id} run={run} file={file} transfers={transfers} />)}
              </ul>
            )}
      </Loaded>
    </section>
  )
}

interface OneFileProps {
  readonly run: number
  readonly file: PayoutFile
  readonly transfers: Transfers
}

const OneFile = ({ file, run, transfers }: OneFileProps) => {
  const say = useTexts()
  const nameOf = useUserNames()
  const node_id = useNodeId()
  const [content, setContent] = useState<string>()
  const fetched = () =>
    call("GET /payouts/:payout_run_id/files/:file_id", {
      params: { payout_run_id: run, file_id: file.id },
      query: { node_id }
    })
  const download = useSubmit(fetched, (text) => saveFile(new Blob([text]), file.name))
  const check = useSubmit(fetched, setContent)
  const refusal = download.refusal ?? check.refusal
  return (
    <li className="stack-close file">
      <span>
        <strong>{file.name}</strong>{" "}
        <span className="muted">
          <Moment at={file.created_at} />, {nameOf(file.created_by)}
        </span>
      </span>
      <div className="row">
        <Button busy={download.busy} onClick={() => void download.submit()}>{say.download}</Button>
        {file.kind === "sepa" && <Button busy={check.busy} onClick={() => void check.submit()}>{say.check}</Button>}
      </div>
      {content !== undefined && <Checked xml={content} transfers={transfers} />}
      {refusal !== undefined && <Refused refusal={refusal} />}
    </li>
  )
}

/** What the file orders, against what the run has. */
const Checked = ({ transfers, xml }: { readonly xml: string; readonly transfers: Transfers }) => {
  const say = useTexts()
  const { count, money } = useFormats()
  const found = transfersIn(xml)
  if (found === undefined) {
    return (
      <Notice kind="stopped">
        <p>{say.broken}</p>
      </Notice>
    )
  }
  const [number, sum] = [count(found.count), money(found.sum)]
  const agrees = found.count === transfers.count && found.sum === transfers.sum
  return (
    <Notice kind={agrees ? "good" : "attention"}>
      <p>{agrees ? say.agrees(number, sum) : say.differs(number, sum, count(transfers.count), money(transfers.sum))}</p>
    </Notice>
  )
}
