import type { EventOutline } from "@wristbank/core/eventfile/outline/EventOutline"
import { useRef, useState } from "react"
import { Link } from "wouter"
import { Form } from "../../kit/Form.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { atNode } from "../address.ts"
import type { Plan } from "../eventFile/Changes.ts"
import { OtherWays } from "../eventFile/OtherWays.tsx"
import { PlanButton } from "../eventFile/PlanButton.tsx"
import { Underway } from "../eventFile/Underway.tsx"
import { usePlan } from "../eventFile/usePlan.ts"
import { Page } from "../frame/Page.tsx"
import { useNodeId } from "../tree.ts"
import { AnswerForm } from "./AnswerForm.tsx"
import "./newEvent.css"
import { Outlined } from "./Outlined.tsx"
import { useTexts } from "./texts.ts"
import { useAnswers } from "./useAnswers.ts"

/** An event of what a person knows: all else follows, is shown, and is made at once. */
export const NewEventPage = () => {
  const say = useTexts()
  const node = useNodeId()
  const { ask, enter, entries, forget: forgetAnswers, mistakes } = useAnswers()
  const [outline, setOutline] = useState<EventOutline>()
  const answers = useRef<HTMLDivElement>(null)
  const { ask: plan, busy, done, finish, forget, refusal, shown } = usePlan(node)
  const show = () => {
    const found = ask()
    setOutline(found)
    if (found !== undefined) {
      const file = JSON.stringify(found.file, null, 1)
      void plan({ file, secrets: found.secrets, keep: false, renew_secrets: false })
      return
    }
    forget()
    // Once what is wrong stands at its entry.
    setTimeout(() => answers.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus())
  }
  const made = (applied: Plan) => {
    forgetAnswers()
    finish(applied)
  }
  if (done !== undefined && done.event_id !== null) {
    return (
      <Page>
        <Made name={entries.name.trim()} event={done.event_id} withWristbands={entries.wristbands} />
      </Page>
    )
  }
  const hasMistakes = Object.keys(mistakes).length > 0
  return (
    <Page actions={<OtherWays />}>
      <Form label={say.show} refusal={refusal} mistakes={mistakes} onSubmit={show}>
        <div className="stack new-event" ref={answers}>
          <AnswerForm
            entries={entries}
            onEnter={(name, value) => {
              forget()
              enter(name, value)
            }}
          />
        </div>
        {hasMistakes && (
          <Notice kind="stopped">
            <p>{say.hasProblems}</p>
          </Notice>
        )}
        <PlanButton busy={busy} disabled={false} isShown={shown !== undefined}>{say.show}</PlanButton>
      </Form>
      {busy && <Underway />}
      {shown !== undefined && outline !== undefined && (
        <Outlined node={node} shown={shown} outline={outline} answers={entries} onDone={made} />
      )}
    </Page>
  )
}

/** What comes next. */
const Made = ({ event, name, withWristbands }: {
  readonly event: number
  readonly name: string
  readonly withWristbands: boolean
}) => {
  const say = useTexts()
  return (
    <section className="card stack" aria-live="polite">
      <Notice kind="good">
        <p>
          <strong>{say.made(name)}</strong>
        </p>
      </Notice>
      <div className="stack-close">
        <div>
          <Link href={atNode(event, "/sell/terminals/sheets")} className="button" data-kind="primary">
            {say.sheets}
          </Link>
        </div>
        <p className="muted small">{say.sheetsHint}</p>
      </div>
      <div className="row">
        {withWristbands && (
          <Link href={atNode(event, "/guests/wristbands/import")} className="button">{say.wristbandsOfGuests}</Link>
        )}
        <Link href={atNode(event, "/setup/checklist")} className="button">{say.checklist}</Link>
      </div>
    </section>
  )
}
