import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from "lucide-react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { officeLayout } from "../../kit/GivenNames.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import { useMay, useNodeId } from "../tree.ts"
import { PortalAddress } from "./PortalAddress.tsx"
import { divided, type Step, stepPlaces } from "./steps.ts"
import { useTexts } from "./texts.ts"
import "./setup.css"

const icons = { done: CircleCheck, missing: CircleAlert, warning: TriangleAlert, optional: CircleDashed }

/** What is left to do until a guest can pay. */
export const ChecklistPage = () => {
  const say = useTexts()
  const checklist = useAnswer("GET /tree/events/:node_id/checklist", { params: { node_id: useNodeId() } })
  return (
    <Page>
      <Loaded of={checklist} lines={12}>
        {({ ready, steps }) => {
          const { done, open, optional } = divided(steps)
          const missing = open.filter(({ state }) => state === "missing").length
          return (
            <>
              <Notice kind={ready ? "good" : "attention"}>
                <p>
                  <strong>{ready ? say.guestCanPay : say.stepsMissing(missing)}</strong>
                </p>
              </Notice>
              {steps.some(({ state, step }) => step === "portal" && state === "done") && <PortalWarning />}
              <Steps title={say.openSteps} of={open} />
              <Steps title={say.optionalSteps} of={optional} />
              <Steps title={say.doneSteps} of={done} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** Where the address that the event has for its portal does not lead to it, as right after it was made. */
const PortalWarning = () => {
  const path = "GET /tree/events/:node_id/settings"
  const settings = useAnswer(path, { params: { node_id: useNodeId() } }, { when: useMay()(path) })
  return settings.data !== undefined && <PortalAddress settings={settings.data} onlyWarns />
}

const Steps = ({ of: steps, title }: { readonly title: string; readonly of: ReadonlyArray<Step> }) =>
  steps.length > 0 && (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <ol className="rows checklist">{steps.map((step) => <StepRow key={step.step} of={step} />)}</ol>
    </section>
  )

const StepRow = ({ of: { count, state, step, ...of } }: { readonly of: Step }) => {
  const say = useTexts()
  const formats = useFormats()
  const { lacking, title, why } = { lacking: say.notYet, ...say.steps[step] }
  const { ofOne, screen } = stepPlaces[step]
  const Icon = icons[state]
  const unusable = of.unusable.filter(({ name }) => name !== officeLayout)
  return (
    <li data-state={state}>
      <Icon className="icon" aria-hidden />
      <div>
        <Link href={screen}>{title}</Link>
        {state !== "done" && <p className="muted small">{why}</p>}
        {unusable.length > 0 && (
          <p className="small">
            {lacking} {unusable.map(({ id, name }, at) => (
              <span key={id}>
                {at > 0 && ", "}
                {ofOne === undefined ? name : <Link href={ofOne(id)}>{name}</Link>}
              </span>
            ))}
          </p>
        )}
      </div>
      <span className="small">
        {say.stepStates[state]}
        {state === "done" && count > 0 && ` · ${formats.count(count)}`}
      </span>
    </li>
  )
}
