import { useState } from "react"
import { Notice } from "../../kit/Notice.tsx"
import { call, type OfficeAnswer } from "../calls.ts"
import { text } from "../form/Field.ts"
import { RecordForm } from "../form/RecordForm.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Outcome = OfficeAnswer<"POST /tree/events/:node_id/send-test-mail"> & { readonly to: string }

/** A mail to an address of one's own by the stored settings, with what the server says to it. */
export const TestMail = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const [outcome, setOutcome] = useState<Outcome>()
  const [to, setTo] = useState("")
  if (!useMay()("POST /tree/events/:node_id/send-test-mail")) return undefined
  return (
    <section className="card stack" aria-labelledby="test-mail">
      <h2 id="test-mail">{say.testMail}</h2>
      <p className="muted">{say.testMailHint}</p>
      <RecordForm
        name="test-mail"
        label={say.testMail}
        fields={{ recipient: text({ label: say.testRecipient }) }}
        initial={{ recipient: "" }}
        save={(body) => {
          setOutcome(undefined)
          setTo(body.recipient)
          return call("POST /tree/events/:node_id/send-test-mail", { params, body })
        }}
        submit={say.sendTestMail}
        onDone={(answer) => setOutcome({ ...answer, to })}
      />
      {outcome !== undefined && (
        <Notice kind={outcome.problem === null ? "good" : "attention"}>
          <p>{outcome.problem ?? say.testMailSent}</p>
        </Notice>
      )}
    </section>
  )
}
