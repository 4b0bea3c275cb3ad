import { Link } from "wouter"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Notice } from "../../kit/Notice.tsx"
import { Refused } from "../../kit/Refused.tsx"
import { atNode } from "../address.ts"
import { useChange } from "../answers.ts"
import { call } from "../calls.ts"
import { ConfirmButton } from "../form/ConfirmButton.tsx"
import type { Plan } from "./Changes.ts"
import { Named, useCounted } from "./PlanView.tsx"
import { useTexts } from "./texts.ts"
import { longest, Underway } from "./Underway.tsx"
import type { ShownPlan } from "./usePlan.ts"

/** More names than these are only counted. */
const mostNamed = 20

interface ApplyPlanProps {
  readonly node: number
  readonly shown: ShownPlan
  readonly onDone: (done: Plan) => void
}

/** Applies a plan as it is shown; asks before something is removed. */
export const ApplyPlan = ({ node, onDone, shown: { input, plan, seconds } }: ApplyPlanProps) => {
  const say = useTexts()
  const { count } = useFormats()
  const counted = useCounted()
  const removed = plan.steps.filter(({ action }) => action === "remove")
  const apply = () =>
    call("POST /tree/nodes/:node_id/apply-event-file", {
      params: { node_id: node },
      body: { ...input, fingerprint: plan.fingerprint }
    }, { timeoutMilliseconds: longest })
  const { busy, refusal, submit } = useChange(apply, onDone)
  const label = say.apply(counted(plan.steps, say.counts))
  return (
    <>
      <Notice kind="good">
        <p>{say.fine}</p>
      </Notice>
      {refusal !== undefined && <Refused refusal={refusal} />}
      <div>
        {removed.length === 0
          ? <Button kind="primary" busy={busy} onClick={() => void submit()}>{label}</Button>
          : (
            <ConfirmButton
              look="primary"
              label={label}
              action={say.removes(count(removed.length))}
              change={apply}
              onDone={onDone}
            >
              <Removed of={removed} />
            </ConfirmButton>
          )}
      </div>
      {busy && <Underway about={seconds} />}
    </>
  )
}

/** What was done, and the way to an event that it made. */
export const Applied = ({ isNew, of: { event_id, steps } }: { readonly isNew: boolean; readonly of: Plan }) => {
  const say = useTexts()
  const counted = useCounted()
  return (
    <Notice kind="good">
      <p>{say.done(counted(steps, say.actions))}</p>
      {isNew && event_id !== null && (
        <p>
          <Link href={atNode(event_id, "/setup/checklist")}>{say.toEvent}</Link>
        </p>
      )}
    </Notice>
  )
}

/** The objects that will be gone. */
const Removed = ({ of: removed }: { readonly of: Plan["steps"] }) => {
  const say = useTexts()
  const { count } = useFormats()
  return (
    <>
      <p>{say.removesHint}</p>
      <ul>
        {removed.slice(0, mostNamed).map(({ at, name, section }, index) => (
          <li key={index}>
            {say.sections[section]}: <Named at={at} name={name} section={section} />
          </li>
        ))}
      </ul>
      {removed.length > mostNamed && <p>{say.andMore(count(removed.length - mostNamed))}</p>}
    </>
  )
}
