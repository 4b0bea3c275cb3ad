import { useAtomValue } from "jotai"
import { useState } from "react"
import { type Amount, zero } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import type { Answer } from "../../kit/Call.ts"
import { eventUnitsAtom } from "../../kit/EventFormats.ts"
import { TextField } from "../../kit/Field.tsx"
import { Form } from "../../kit/Form.tsx"
import { Money } from "../../kit/Money.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { isTemporary } from "../../kit/Refusal.ts"
import { useChange } from "../answers.ts"
import type { OfficeAnswer, OfficeBody } from "../calls.ts"
import { useMessages } from "../messages/messages.ts"
import type { Cashier } from "./Cashiers.ts"
import type { CloseOutDraft } from "./closeOutDraft.ts"
import { differenceOf, missingFor, moneyOf, tallyOf } from "./Count.ts"
import { Difference } from "./Difference.tsx"
import { useTexts } from "./texts.ts"
import type { Counter } from "./useCounters.ts"

type Done = OfficeAnswer<"POST /cashiers/:cashier_id/close-out">
type Body = OfficeBody<"POST /cashiers/:cashier_id/close-out">

interface DifferenceStepProps {
  readonly cashier: Cashier
  readonly counters: ReadonlyArray<Counter>
  readonly draft: CloseOutDraft
  readonly onChange: (draft: CloseOutDraft) => void
  readonly onBack: () => void
  readonly save: (body: Body) => Promise<Answer<Done>>
  /** Called when nothing was booked for certain. */
  readonly onRefused: () => void
  readonly onDone: (answer: Done) => void
}

/** What the count comes to, and what is still missing before it can be booked. */
const useComparison = ({ cashier, draft }: Pick<DifferenceStepProps, "cashier" | "draft">) => {
  const { counted, sum } = tallyOf(draft, moneyOf(useAtomValue(eventUnitsAtom).currency).values)
  const expected = cashier.cash_drawer_balance
  const difference = expected === null ? zero : differenceOf(sum, expected)
  return { counted, sum, expected, difference, missing: missingFor({ difference, ...draft }, cashier.id) }
}

/** What was counted against what should be there, who counted, and why there is a difference. */
export const DifferenceStep = (props: DifferenceStepProps) => {
  const { cashier, draft, onBack, onDone, onRefused, save } = props
  const say = useTexts()
  const [isTried, setTried] = useState(false)
  const { counted, difference, expected, missing, sum } = useComparison(props)
  const { busy, refusal, submit } = useChange(async () => {
    const answer = await save({
      comment: draft.comment.trim(),
      actual_cash_drawer_balance: sum,
      closing_out_user_id: Number(draft.counterId),
      request_id: draft.requestId,
      denominations: counted,
      expected_shown: draft.isShown
    })
    if (!answer.ok && !isTemporary(answer.refusal)) onRefused()
    return answer
  }, onDone)
  const book = () => {
    setTried(true)
    if (missing.length === 0) void submit()
  }
  const isLost = draft.isSent && !busy
  const mistakes = isTried && missing.includes("comment") ? { comment: say.commentNeeded } : {}
  return (
    <section className="card stack">
      {expected !== null && <Compared sum={sum} expected={expected} difference={difference} />}
      {isLost && (
        <Notice kind="attention">
          <p>{say.outcomeUnknown}</p>
        </Notice>
      )}
      <Form label={say.stepDifference} refusal={refusal} mistakes={mistakes} onSubmit={book}>
        <Entries {...props} isFixed={isLost} isExact={difference === 0} />
        {isTried && missing.includes("counter") && <p className="field-error">{say.counterNeeded}</p>}
        <p className="muted">{say.closeOutHint}</p>
        <div className="row">
          <Button kind="primary" type="submit" busy={busy}>
            {isLost ? say.askAgain : say.closeOut(cashier.display_name)}
          </Button>
          {!draft.isSent && <Button onClick={onBack}>{say.countAgain}</Button>}
        </div>
      </Form>
    </section>
  )
}

/** Why there is a difference, and who counted. What was sent once can't be changed. */
const Entries = ({ counters, draft, isExact, isFixed, onChange }: DifferenceStepProps & {
  readonly isExact: boolean
  readonly isFixed: boolean
}) => {
  const say = { ...useMessages(), ...useTexts() }
  return (
    <>
      <TextField
        name="comment"
        label={say.comment}
        hint={isExact ? say.commentOptional : say.commentHint}
        value={draft.comment}
        readOnly={isFixed}
        autoFocus
        onChange={(comment) => onChange({ ...draft, comment })}
      />
      {counters.length === 0 ? <p className="field-error">{say.nobodyCounts}</p> : (
        <Choice
          label={say.closedBy}
          value={draft.counterId}
          options={[["", say.choose], ...counters.map(({ id, name }) => [String(id), name] as const)]}
          onChange={(counterId) => isFixed || onChange({ ...draft, counterId })}
        />
      )}
    </>
  )
}

interface ComparedProps {
  readonly sum: Amount
  readonly expected: Amount
  readonly difference: Amount
}

const Compared = ({ difference, expected, sum }: ComparedProps) => {
  const say = useTexts()
  return (
    <dl className="details sums">
      <dt>{say.counted}</dt>
      <dd>
        <Money amount={sum} />
      </dd>
      <dt>{say.expected}</dt>
      <dd>
        <Money amount={expected} />
      </dd>
      <dt>{say.difference}</dt>
      <dd className="difference-large">
        <Difference amount={difference} />
      </dd>
    </dl>
  )
}
