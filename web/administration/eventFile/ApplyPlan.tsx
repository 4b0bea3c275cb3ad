import { useState } from "react"
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
import type { ShownPlan } from "./Upload.tsx"

/** More names than these are only counted. */
const mostNamed = 20

/** Applies a plan as it is shown; asks before something is removed. */
export const ApplyPlan = ({ node, shown: { input, plan, seconds } }: {
  readonly node: number
  readonly shown: ShownPlan
}) => {
  const say = useTexts()
  const { count } = useFormats()
  const counted = useCounted()
  const [done, setDone] = useState<Plan>()
  const removed = plan.steps.filter(({ action }) => action === "remove")
  const apply = () =>
    call("POST /tree/nodes/:node_id/apply-event-file", {
      params: { node_id: node },
      body: { ...input, fingerprint: plan.fingerprint }
    }, { timeoutMilliseconds: longest })
  const { busy, refusal, submit } = useChange(apply, setDone)
  const label = say.apply(counted(plan.steps, say.counts))
  if (done !== undefined) {
    return (
      <Notice kind="good">
        <p>{say.done(counted(done.steps, say.actions))}</p>
        {plan.event_id === null && done.event_id !== null && (
          <p>
            <Link href={atNode(done.event_id, "/setup/checklist")}>{say.toEvent}</Link>
          </p>
        )}
      </Notice>
    )
  }
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
              onDone={setDone}
            >
              <Removed of={removed} />
            </ConfirmButton>
          )}
      </div>
      {busy && <Underway about={seconds} />}
    </>
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
