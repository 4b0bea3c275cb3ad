import { useState } from "react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { type FieldsOf, optional, share } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

/** What the organiser keeps of the sales of a node. */
export const FeePage = () => {
  const say = useTexts()
  const formats = useFormats()
  const node_id = useNodeId()
  const [isSaved, setSaved] = useState(false)
  const fields: FieldsOf<OfficeBody<"POST /tree/nodes/:node_id/fee">> = {
    fee: optional(share({ label: say.feeHere, hint: say.feeHint }))
  }
  return (
    <Page>
      {isSaved && (
        <Notice kind="good">
          <p>{say.saved}</p>
        </Notice>
      )}
      <Loaded of={useAnswer("GET /tree/nodes/:node_id/fee", { params: { node_id } })}>
        {({ effective_fee, fee }) => (
          <>
            <p>{say.feeNow(formats.share(effective_fee))}</p>
            <RecordForm
              key={String(fee)}
              label={say.fee}
              fields={fields}
              initial={{ fee }}
              save={(body) => call("POST /tree/nodes/:node_id/fee", { params: { node_id }, body })}
              submit={say.saveFee}
              onDone={() => setSaved(true)}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
