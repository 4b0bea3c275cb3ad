import { printable } from "@wristbank/core/base/VisibleText"
import type { SetAnew } from "@wristbank/core/eventfile/EventCopy"
import type { Contents } from "@wristbank/core/eventfile/EventFile"
import { labelOf, type PlannedStep, type PlanReport, type RefusedObject } from "@wristbank/core/eventfile/PlanReport"
import { sections } from "@wristbank/core/eventfile/Sections"
import { styleText } from "node:util"

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
  /** Null for a plan that no file asks for. */
  readonly file: string | null
  /** The name of the event in the file. */
  readonly event: string
  readonly report: PlanReport
}

const objectOf = (object: Parameters<typeof labelOf>[0]) => printable(labelOf(object))

const longest = 60

const shortened = (given: string | null): string => {
  const text = printable(given ?? "null")
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const isSecret = ({ section }: PlannedStep, field: string) =>
  sections.find(({ name }) => name === section)?.secrets.includes(field) === true

const changeLines = (step: PlannedStep): ReadonlyArray<string> =>
  step.changes.map(({ after, before, field }) =>
    !isSecret(step, field)
      ? `    ${field}: ${shortened(before)} → ${shortened(after)}`
      : `    ${field}: ${after === null ? "taken away" : `set from ${after}`}`
  )

const signs = { create: "+", change: "~", remove: "-" }

const counted = (count: number, what: string) => count === 0 ? [] : [`${count} ${what}`]

const summaryLine = ({ event, file, report: { kept_secrets: kept, steps } }: ShownPlan): string => {
  const count = (action: PlannedStep["action"]) => steps.filter((step) => step.action === action).length
  const changes = [
    ...counted(count("create"), "to create"),
    ...counted(count("change"), "to change"),
    ...counted(count("remove"), "to remove")
  ]
  return `${changes.length === 0 ? `${printable(event)} is as ${file} describes it` : changes.join(", ")}${
    kept === 0 ? "" : `; ${kept} ${kept === 1 ? "secret is" : "secrets are"} kept, as they can't be compared`
  }`
}

/** The steps that are refused, a line each, with the line of the file as editors read it. */
export const refusalLines = (
  file: string | null,
  refused: ReadonlyArray<RefusedObject>
): ReadonlyArray<string> =>
  refused.map(({ line, message, ...object }) =>
    `can't: ${file === null || line === null ? "" : `${file}:${line}: `}${objectOf(object)}: ${message}`
  )

const colours = new Map([[signs.create, "green"], [signs.change, "yellow"], [signs.remove, "red"]] as const)

/** A line of a plan in the colour of what is done with its object, where standard output is a terminal that has colours. */
export const colouredLine = (line: string): string => {
  const colour = Array.from(colours).find(([sign]) => line.startsWith(`${sign} `))?.[1]
  return colour === undefined ? line : styleText(colour, line, { stream: process.stdout })
}

/** How many of the objects that are there a plan changes and removes. */
export interface Affected {
  readonly changed: number
  readonly removed: number
}

const numbered = (count: number) => `${count} ${count === 1 ? "object" : "objects"}`

/** What is asked before a plan changes or removes what is there: `2 objects will be changed and 1 object removed`. */
export const affectedQuestion = ({ changed, removed }: Affected): string =>
  changed === 0
    ? `${numbered(removed)} will be removed`
    : `${numbered(changed)} will be changed${removed === 0 ? "" : ` and ${numbered(removed)} removed`}`

/** A plan: a line for each object, one for each field that changes, and a summary. */
export const planLines = (shown: ShownPlan): ReadonlyArray<string> => [
  ...shown.report.steps.flatMap((step) => [`${signs[step.action]} ${objectOf(step)}`, ...changeLines(step)]),
  summaryLine(shown)
]

/** What someone has to set in a copy, a line for each object. */
export const setAnewLines = (objects: ReadonlyArray<SetAnew>): ReadonlyArray<string> =>
  objects.map(({ fields, ...object }) =>
    `not copied: ${objectOf(object)}${fields.length === 0 ? "" : `: ${fields.join(", ")}`}`
  )
