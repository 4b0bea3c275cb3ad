import { Minus, Pencil, Plus } from "lucide-react"
import { useFormats } from "../../kit/EventFormats.ts"
import { Notice } from "../../kit/Notice.tsx"
import { bySection, countsOf, type Plan, type Step } from "./Changes.ts"
import type { EventFileTexts } from "./english.ts"
import "./eventFile.css"
import { useFieldName } from "./FieldName.ts"
import { useTexts } from "./texts.ts"

/** In longer plans, what is only created is closed until someone opens it. */
const mostShown = 12

/** How many objects are created, changed and removed, in words. */
export const useCounted = () => {
  const { count } = useFormats()
  return (steps: Plan["steps"], words: EventFileTexts["counts"]) =>
    countsOf(steps).map(([action, number]) => `${count(number)} ${words[action]}`).join(", ")
}

/** What a plan would do, by the kinds of objects. */
export const PlanView = (
  { plan: { kept_secrets: kept, steps } }: { readonly plan: Pick<Plan, "kept_secrets" | "steps"> }
) => {
  const say = useTexts()
  const { count } = useFormats()
  const counted = useCounted()
  return (
    <>
      <div className="plan">
        {bySection(steps).map(([section, those]) => (
          <details
            key={section}
            open={steps.length <= mostShown || those.some(({ action }) => action !== "create")}
          >
            <summary>
              <strong>{say.sections[section]}</strong> <span className="muted">{counted(those, say.counts)}</span>
            </summary>
            <ul>{those.map((step, at) => <StepRow key={at} of={step} />)}</ul>
          </details>
        ))}
      </div>
      {kept > 0 && <p className="muted small">{say.kept(count(kept))}</p>}
    </>
  )
}

const icons = { create: Plus, change: Pencil, remove: Minus }

const StepRow = ({ of: { action, at, changes, line, name, section } }: { readonly of: Step }) => {
  const say = useTexts()
  const Icon = icons[action]
  const fieldName = useFieldName()
  const shown = (value: string) => say.truths[value] ?? value
  return (
    <li data-action={action}>
      <Icon className="icon" aria-hidden />
      <div>
        <Named at={at} name={name} section={section} />{" "}
        <span className="small muted">
          {say.actions[action]}
          {line !== null && `, ${say.line(line)}`}
        </span>
        {changes.map(({ after, before, field }) => (
          <p key={field} className="small">
            {fieldName(section, field)}: {before !== null && before !== "" && <del>{shown(before)}</del>}{" "}
            {after !== null && after !== "" && <ins>{shown(after)}</ins>}
          </p>
        ))}
      </div>
    </li>
  )
}

/** The name of an object, and its place below the event. */
export const Named = ({ at, name, section }: Pick<Step, "at" | "name" | "section">) => {
  const say = useTexts()
  return (
    <>
      {name || say.sections[section]}
      {at !== "" && <span className="muted">{` · ${at}`}</span>}
    </>
  )
}

/** The changes that are refused, with their lines in the file. */
export const RefusedChanges = ({ of: refused }: { readonly of: Plan["refused"] }) => {
  const say = useTexts()
  return refused.length > 0 && (
    <Notice kind="stopped">
      <h3>{say.refusedTitle}</h3>
      <ul className="stack-close">
        {refused.map(({ at, line, message, name, section }, index) => (
          <li key={index}>
            <strong>
              <Named at={at} name={name} section={section} />
            </strong>
            {line !== null && ` (${say.line(line)})`}: {message}
          </li>
        ))}
      </ul>
      <p>{say.refusedHint}</p>
    </Notice>
  )
}
