import { useState } from "react"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useSubmit } from "../../kit/Submit.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Report = OfficeAnswer<"POST /tree/events/:node_id/check-pretix-connection">

/** Asks the shop of the saved settings whether it answers, and has what they name. */
export const ConnectionCheck = () => {
  const say = useTexts()
  const params = { node_id: useNodeId() }
  const [report, setReport] = useState<Report>()
  const { busy, refusal, submit } = useSubmit(() => {
    setReport(undefined)
    return call("POST /tree/events/:node_id/check-pretix-connection", { params })
  }, setReport)
  return (
    <section className="card stack" aria-labelledby="connection">
      <h2 id="connection">{say.check}</h2>
      <p className="muted">{say.checkHint}</p>
      {refusal !== undefined && <Refused refusal={refusal} />}
      {report !== undefined && <Outcome of={report} />}
      <div>
        <Button busy={busy} onClick={() => void submit()}>{say.check}</Button>
      </div>
    </section>
  )
}

const Outcome = (
  { of: { is_check_in_list_missing, may_check_in, missing_products, orders } }: { readonly of: Report }
) => {
  const say = useTexts()
  const { count } = useFormats()
  const isComplete = missing_products.length === 0 && !is_check_in_list_missing && may_check_in !== false
  return (
    <Notice kind={isComplete ? "good" : "attention"}>
      <p>{orders === null ? say.answersWithoutCount : say.answers(count(orders))}</p>
      {isComplete && <p>{say.complete}</p>}
      {missing_products.length > 0 && <p>{say.missingProducts(missing_products.map(say.number).join(", "))}</p>}
      {is_check_in_list_missing && <p>{say.missingList}</p>}
      {may_check_in === false && <p>{say.mayNotCheckIn}</p>}
    </Notice>
  )
}
