import { fiscalWords } from "@wristbank/core/eventfile/outline/AnswerWords"
import { type StallKind, stallKinds } from "@wristbank/core/eventfile/outline/EventAnswers"
import type { EventOutline } from "@wristbank/core/eventfile/outline/EventOutline"
import { outlineNames } from "@wristbank/core/eventfile/outline/OutlineNames"
import { useAtomValue } from "jotai"
import { fromCents } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { formatsOf } from "../../kit/Formats.ts"
import { languageAtom, localeOf } from "../../kit/Language.ts"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { saveFile } from "../download.ts"
import type { Plan } from "../eventFile/Changes.ts"
import { PlanView, RefusedChanges } from "../eventFile/PlanView.tsx"
import { longest, Underway } from "../eventFile/Underway.tsx"
import type { ShownPlan } from "../eventFile/usePlan.ts"
import { useTexts } from "./texts.ts"
import { answersOf, type Entries } from "./useAnswers.ts"

interface OutlinedProps {
  readonly node: number
  readonly shown: ShownPlan
  readonly outline: EventOutline
  readonly answers: Entries
  readonly onDone: (done: Plan) => void
}

/** What will be made: first as a guest meets it, then in all detail; and its creation. */
export const Outlined = ({ answers, node, onDone, outline, shown: { input, plan, seconds } }: OutlinedProps) => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const { busy, refusal, submit } = useChange(
    () =>
      call("POST /tree/nodes/:node_id/apply-event-file", {
        params: { node_id: node },
        body: { ...input, fingerprint: plan.fingerprint }
      }, { timeoutMilliseconds: longest }),
    onDone
  )
  const name = answers.name.trim()
  const { country, withoutWristband } = outline
  return (
    <section ref={intoView} className="card stack" aria-labelledby="outlined" aria-live="polite">
      <h2 id="outlined">{say.willBe(name)}</h2>
      <RefusedChanges of={plan.refused} />
      <Sold outline={outline} answers={answers} />
      {withoutWristband.length > 0 && (
        <Notice>
          <p>{say.without(withoutWristband.join(", "))}</p>
        </Notice>
      )}
      {country.fiscal !== "none" && (
        <Notice kind="attention">
          <p>{fiscalWords[language][country.fiscal]}</p>
        </Notice>
      )}
      <details>
        <summary>{say.inDetail}</summary>
        <PlanView plan={plan} />
      </details>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <div className="row">
        {plan.refused.length === 0 && (
          <Button kind="primary" busy={busy} onClick={() => void submit()}>{say.make(name)}</Button>
        )}
        <Button onClick={() => saveFile(new Blob([input.file], { type: "application/yaml" }), `${name}.yaml`)}>
          {say.download}
        </Button>
      </div>
      <p className="muted small">{say.changeLater}</p>
      {busy && <Underway about={seconds} />}
    </section>
  )
}

/** What was asked for would be below the end of the window. */
const intoView = (section: HTMLElement | null) => section?.scrollIntoView({ block: "start" })

/** What each kind of stall sells, and for how much. */
const Sold = ({ answers, outline: { country, sold } }: Pick<OutlinedProps, "answers" | "outline">) => {
  const say = useTexts()
  const language = useAtomValue(languageAtom)
  const formats = formatsOf(localeOf(language), country.currency, country.timeZone)
  const { stalls } = answersOf(answers)
  const titleOf = (kind: StallKind) =>
    say.soldAt(outlineNames[language].stalls[kind], say.tills(stalls[kind], formats.count(stalls[kind])))
  return (
    <div className="sold">
      {stallKinds.filter((kind) => stalls[kind] > 0).map((kind) => (
        <section key={kind} className="stack-close" aria-label={titleOf(kind)}>
          <h3>{titleOf(kind)}</h3>
          {kind === "entrance" ? <p>{say.admissionAnd}</p> : (
            <div className="table-frame">
              <table className="table">
                <thead>
                  <tr>
                    <th>{say.product}</th>
                    <th data-numeric>{say.price}</th>
                    <th data-numeric>{say.deposit}</th>
                    <th data-numeric>{say.tax}</th>
                  </tr>
                </thead>
                <tbody>
                  {(sold[kind] ?? []).map(({ cents, depositCents, name, rate }) => (
                    <tr key={name}>
                      <td>{name}</td>
                      <td data-numeric>{formats.money(fromCents(cents))}</td>
                      <td data-numeric>{depositCents > 0 && formats.money(fromCents(depositCents))}</td>
                      <td data-numeric>{formats.share(rate / 10_000)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </section>
      ))}
    </div>
  )
}
