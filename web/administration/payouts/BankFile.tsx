import { useState } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { call } from "../calls.ts"
import { saveFile } from "../download.ts"
import { Confirm } from "../form/Confirm.tsx"
import { localText } from "../list/LocalTime.ts"
import { useNodeId } from "../tree.ts"
import type { Run } from "./Runs.ts"
import { useTexts } from "./texts.ts"

type Version = "pain.001.001.03" | "pain.001.001.09"

const oneDay = 86_400_000

/** Makes the bank file of a run and has the browser save it. */
export const BankFile = ({ onClose, run }: { readonly run: Run; readonly onClose: () => void }) => {
  const say = useTexts()
  const formats = useFormats()
  const node_id = useNodeId()
  const [day, setDay] = useState(() => localText(new Date(Date.now() + oneDay).toISOString(), formats).slice(0, 10))
  const [version, setVersion] = useState<Version>("pain.001.001.09")
  const [part, setPart] = useState("")
  return (
    <Confirm
      title={say.bankFileTitle(run.id)}
      action={say.bankFile}
      kind="primary"
      isReady={day !== ""}
      change={() =>
        call("POST /payouts/:payout_run_id/sepa_xml", {
          params: { payout_run_id: run.id },
          query: { node_id, version, ...(part.trim() === "" ? {} : { part: part.trim() }) },
          body: { execution_date: day }
        })}
      onClose={onClose}
      onDone={(xml) => {
        const name = part.trim() === "" ? `sepa-run-${run.id}-${day}.xml` : `sepa-run-${run.id}-${day}-${part}.xml`
        saveFile(new Blob([xml], { type: "application/xml" }), name)
        onClose()
      }}
    >
      <p>{say.bankFileHint}</p>
      <TextField name="execution_date" type="date" label={say.executionDate} value={day} onChange={setDay} />
      <Choice
        label={say.version}
        value={version}
        options={[["pain.001.001.09", say.versionNew], ["pain.001.001.03", say.versionOld]]}
        onChange={setVersion}
      />
      <TextField name="part" label={say.part} hint={say.partHint} inputMode="numeric" value={part} onChange={setPart} />
    </Confirm>
  )
}
