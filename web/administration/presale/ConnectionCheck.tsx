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

const Outcome = ({ of: report }: { readonly of: Report }) => {
  const say = useTexts()
  const { count } = useFormats()
  const { currency, missing_dates, missing_products, orders } = report
  const faults = [
    report.is_other_currency && say.otherCurrency(currency),
    missing_products.length > 0 && say.missingProducts(missing_products.map(say.number).join(", ")),
    report.is_check_in_list_missing && say.missingList,
    missing_dates.length > 0 && say.missingDates(missing_dates.map(say.number).join(", ")),
    report.is_check_in_list_of_one_date && say.listOfOneDate,
    report.may_check_in === false && say.mayNotCheckIn
  ].filter((fault) => fault !== false)
  return (
    <Notice kind={faults.length === 0 ? "good" : "attention"}>
      <p>{orders === null ? say.answersWithoutCount : say.answers(count(orders))}</p>
      {faults.length === 0 && <p>{say.complete}</p>}
      {faults.map((fault) => <p key={fault}>{fault}</p>)}
    </Notice>
  )
}
