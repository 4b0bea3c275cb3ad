import type { Contents, FileProblem } from "@wristbank/core/eventfile/EventFile"
import type { EventFilePlan, RefusedStep } from "@wristbank/core/eventfile/EventFiles"
import { lineOf, type LocatedProblem } from "@wristbank/core/eventfile/EventFileText"
import type { Step } from "@wristbank/core/eventfile/EventPlan"
import { labelOf } from "@wristbank/core/eventfile/Section"
import { sections } from "@wristbank/core/eventfile/Sections"
import { printable } from "./Table.ts"

/** What a file describes, in one line: `Harbour Festival: 3 nodes, 12 products`. */
export const contentsLine = (contents: Contents): string => {
  const counts = sections.flatMap(({ name, single }) => {
    const count = contents[name]?.length ?? 0
    return single || count === 0 ? [] : [`${count} ${name.replaceAll("_", " ")}`]
  })
  return `${contents["event"]?.[0]?.["name"]}: ${counts.length === 0 ? "no objects" : counts.join(", ")}`
}

/** A plan as a command shows it. */
export interface ShownPlan {
  readonly file: string
  readonly contents: Contents
  readonly locate: (problem: FileProblem) => LocatedProblem
  readonly plan: EventFilePlan
  /** The steps that services refused. */
  readonly refused: ReadonlyArray<RefusedStep>
}

/** The place of a step's object in the file; null if the file lacks it. */
const placeOf = ({ locate }: ShownPlan, { index, section }: Step, message = "") =>
  index === null ? null : locate({ path: section.single ? [section.name] : [section.name, index], message })

const objectOf = ({ after, before, section }: Step) => printable(labelOf(section, (after ?? before)!))

/** Why a step is refused, with its line in the file. */
const refusalLine = (shown: ShownPlan, { refusal, step }: RefusedStep): string => {
  const message = `${objectOf(step)}: ${refusal.message}`
  const place = placeOf(shown, step, message)
  return place === null ? message : lineOf(shown.file, place)
}

const longest = 60

const value = (given: unknown): string => {
  const text = printable(typeof given === "string" ? given : JSON.stringify(given) ?? "")
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const changeLine = ({ after, before, section }: Step, field: string): string => {
  if (!section.secrets.includes(field)) return `    ${field}: ${value(before?.[field])} → ${value(after?.[field])}`
  return `    ${field}: ${after?.[field] === null ? "taken away" : `set from ${after?.[field]}`}`
}

const signs = { create: "+", change: "~", remove: "-" }

const visible = ({ plan: { steps } }: ShownPlan) => steps.filter(({ isPart }) => !isPart)

const counted = (count: number, what: string) => count === 0 ? [] : [`${count} ${what}`]

const summaryLine = (shown: ShownPlan): string => {
  const steps = visible(shown)
  const count = (action: Step["action"]) => steps.filter((step) => step.action === action).length
  const changes = [
    ...counted(count("create"), "to create"),
    ...counted(count("change"), "to change"),
    ...counted(count("remove"), "to remove")
  ]
  const { keptSecrets } = shown.plan
  return `${
    changes.length === 0
      ? `${shown.contents["event"]?.[0]?.["name"]} is as ${shown.file} describes it`
      : changes.join(", ")
  }${
    keptSecrets === 0
      ? ""
      : `; ${keptSecrets} ${keptSecrets === 1 ? "secret is" : "secrets are"} kept, as they can't be compared`
  }`
}

/** The steps that are refused, a line each. */
export const refusalLines = (shown: ShownPlan): ReadonlyArray<string> =>
  shown.refused.map((refused) => `can't: ${refusalLine(shown, refused)}`)

/** A plan: a line for each object, one for each field that changes, and a summary. */
export const planLines = (shown: ShownPlan): ReadonlyArray<string> => [
  ...visible(shown).flatMap((step) => [
    `${signs[step.action]} ${objectOf(step)}`,
    ...(step.action === "change" ? step.fields.map((field) => changeLine(step, field)) : [])
  ]),
  summaryLine(shown)
]

/** A plan for programs. */
export const planReport = (shown: ShownPlan) => ({
  event_id: shown.plan.eventId === null ? null : Number(shown.plan.eventId),
  steps: visible(shown).map((step) => ({
    action: step.action,
    section: step.section.name,
    object: objectOf(step),
    fields: step.action === "change" ? step.fields : [],
    line: placeOf(shown, step)?.line ?? null
  })),
  refused: shown.refused.map(({ refusal, step }) => ({
    section: step.section.name,
    object: objectOf(step),
    line: placeOf(shown, step)?.line ?? null,
    id: refusal._tag,
    message: refusal.message
  })),
  kept_secrets: shown.plan.keptSecrets,
  missing_variables: shown.plan.missingVariables
})
