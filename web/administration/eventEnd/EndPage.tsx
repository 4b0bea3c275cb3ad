import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react"
import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Loaded } from "../../kit/Loaded.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { useAnswer } from "../answers.ts"
import { Page } from "../frame/Page.tsx"
import "../setup/setup.css"
import { useNode, useNodeId } from "../tree.ts"
import { endPlaces, endState, type Step } from "./endPlaces.ts"
import { useTexts } from "./texts.ts"

const icons = { done: CircleCheck, open: CircleAlert, advised: TriangleAlert }

/** How a state looks: as those of the checklist before the event. */
const looks = { done: "done", open: "missing", advised: "warning" }

/** What is left to do after an event, in order, and where each is done. */
export const EndPage = () => {
  const say = useTexts()
  const { count } = useFormats()
  const here = useNodeId()
  const node_id = useNode()?.event_node_id ?? here
  const answer = useAnswer("GET /tree/events/:node_id/end-steps", { params: { node_id } }, { everySeconds: 10 })
  return (
    <Page>
      <Loaded of={answer} lines={12}>
        {(steps) => {
          const { done, isArchived, left, open } = endState(steps)
          return (
            <>
              <Notice kind={open === 0 ? "good" : "attention"}>
                <p>
                  <strong>{isArchived ? say.isArchived : open === 0 ? say.ready : say.stepsLeft(count(open))}</strong>
                </p>
              </Notice>
              <Steps title={say.left} of={left} />
              <Steps title={say.isDone} of={done} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

const Steps = ({ of: steps, title }: { readonly of: ReadonlyArray<Step>; readonly title: string }) =>
  steps.length > 0 && (
    <section className="card stack" aria-label={title}>
      <h2>{title}</h2>
      <ol className="rows checklist">{steps.map((step) => <StepRow key={step.step} of={step} />)}</ol>
    </section>
  )

const StepRow = ({ of: { amount, count, state, step } }: { readonly of: Step }) => {
  const say = useTexts()
  const formats = useFormats()
  const Icon = icons[state]
  const { done, left, todo } = say.steps[step]
  return (
    <li data-state={looks[state]}>
      <Icon className="icon" aria-hidden />
      <div>
        <Link href={endPlaces[step]}>{state === "done" ? done : left(formats.count(count))}</Link>
        {state !== "done" && <p className="muted small">{todo}</p>}
      </div>
      <span className="small">
        {say.states[state]}
        {amount !== null && ` · ${formats.money(amount)}`}
      </span>
    </li>
  )
}
