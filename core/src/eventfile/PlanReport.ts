import { Predicate, Schema } from "effect"
import { Id } from "../base/Id.ts"
import type { Language } from "../base/Language.ts"
import { nullOr } from "../base/OptionalField.ts"
import { refusalName } from "../base/Rule.ts"
import { say, text } from "../base/Sentence.ts"
import { SetAnew } from "./EventCopy.ts"
import type { FileProblem } from "./EventFile.ts"
import type { LocatedProblem } from "./EventFileInvalid.ts"
import type { EventFilePlan, RefusedStep } from "./EventFiles.ts"
import type { Step } from "./EventPlan.ts"
import type { Refusal } from "./Kind.ts"
import { withoutContents } from "./Picture.ts"
import { type Entry, nameOf, nodeOf, objectLabel, written } from "./Section.ts"
import { sections } from "./Sections.ts"

/** A field of an object that changes, as text. */
export const FieldChange = Schema.Struct({
  /** The name of the field in the file. */
  field: Schema.String,
  /**
   * The stored value, cut after 200 characters; null for none. A secret that is set is shown as a reference to a variable, a picture by
   * its type, size and hash.
   */
  before: nullOr(Schema.String),
  /** The value in the file, as `before`; a secret is shown as its reference. */
  after: nullOr(Schema.String)
})

const object = {
  /** The section of the file that the object belongs to, such as `products`. */
  section: Schema.String,
  /** The object's name; empty for what an event has once, such as its settings. */
  name: Schema.String,
  /** The object's node: the names from the event down, with `/` between them; empty for the event. */
  at: Schema.String,
  /** The object's line in the file, from 1; null if the file lacks the object. */
  line: nullOr(Schema.Int)
}

/** A change that a file asks for. */
export const PlannedStep = Schema.Struct({
  /** What becomes of the object. */
  action: Schema.Literals(["create", "change", "remove"]),
  ...object,
  /** The fields that change; none for an object that is created or removed. */
  changes: Schema.Array(FieldChange)
}).annotate({ identifier: "PlannedStep" })
export type PlannedStep = typeof PlannedStep.Type

/** A change that is refused, and why. */
export const RefusedObject = Schema.Struct({
  ...object,
  /** The kind of refusal, such as `InvalidArgument`. */
  id: Schema.String,
  /** The rule that refuses it, for kinds that cover several; otherwise the same as `id`. */
  rule: Schema.String,
  /** A sentence for a person, in the language of the call. */
  message: Schema.String
}).annotate({ identifier: "RefusedObject" })
export type RefusedObject = typeof RefusedObject.Type

/** What a file would change in its event. */
export class PlanReport extends Schema.Class<PlanReport>("PlanReport")({
  /** Null for an event that does not exist yet. */
  event_id: nullOr(Id),
  /** Differs between any two plans; a request to apply a plan names it, so that nothing else is done. */
  fingerprint: Schema.String,
  /** In the order in which they are done. */
  steps: Schema.Array(PlannedStep),
  /** The steps that are refused, if they were tried; as long as there is one, nothing can be applied. */
  refused: Schema.Array(RefusedObject),
  /** How many secrets stay as they are, since they can't be compared. */
  kept_secrets: Schema.Int,
  /** The variables whose secrets the steps need and that were not given. */
  missing_variables: Schema.Array(Schema.String)
}) {}

/** How messages call an object, such as `product Beer at Main stage`. */
export const labelOf = ({ at, name, section }: ReportedObject, language?: Language): string =>
  objectLabel(sections.find((one) => one.name === section)!, name, at, language)

type ReportedObject = Pick<PlannedStep, "at" | "name" | "section">

/** What a copy of an event would have, or has. */
export class CopyReport extends Schema.Class<CopyReport>("CopyReport")({
  ...PlanReport.fields,
  /** What has to be set in the copy, as it is not copied. */
  set_anew: Schema.Array(SetAnew)
}) {}

const longestValue = 200

/** A value as people read it; null for none. */
const shownValue = (value: Entry[string] | undefined): string | null => {
  if (value === null || value === undefined) return null
  const shown = withoutContents(typeof value === "string" ? value : JSON.stringify(value))
  return shown.length > longestValue ? `${shown.slice(0, longestValue)}…` : shown
}

/** Finds the part of a file with a path; null if there is no file that someone could look at. */
export type Locate = ((problem: FileProblem) => LocatedProblem) | null

const objectOf = (
  { after, before, index, section }: Step,
  locate: Locate,
  part: NonNullable<RefusedStep["part"]> = []
) => {
  const entry = (after ?? before)!
  const path = [...section.single ? [section.name] : [section.name, index ?? 0], ...part]
  return {
    section: section.name,
    name: nameOf(section, entry),
    at: nodeOf(entry),
    line: locate === null || index === null ? null : locate({ path, message: "" }).line
  }
}

/** The fields of a change. Versions are shown as they are written: those that differ only by what changes with the object are left out. */
const changesOf = ({ after, before, fields, section }: Step): PlannedStep["changes"] => {
  const [was, is] = [before, after].map((entry) => entry === null ? {} : { ...entry, ...written(section, entry) })
  return fields.map((field) => ({ field, before: shownValue(was?.[field]), after: shownValue(is?.[field]) }))
    .filter((change) => change.field !== "versions" || change.before !== change.after)
}

const stepOf = (step: Step, locate: Locate): PlannedStep => ({
  action: step.action,
  ...objectOf(step, locate),
  changes: step.action !== "change" ? [] : changesOf(step)
})

/** The sentence of a refusal in a language, where it has one. */
const sentenceOf = (refusal: Refusal, language: Language): string =>
  Predicate.hasProperty(refusal, "messageIn") && Predicate.isFunction(refusal.messageIn)
    ? String(refusal.messageIn(language))
    : refusal.message

/** The refused steps, so that the file can be corrected. */
export const refusedObjects = (
  refused: ReadonlyArray<RefusedStep>,
  locate: Locate,
  language: Language = "en"
): ReadonlyArray<RefusedObject> =>
  refused.map(({ part, refusal, step }) => ({
    ...objectOf(step, locate, part),
    id: refusal._tag,
    rule: refusalName(refusal),
    message: sentenceOf(refusal, language)
  }))

/** A plan for people and programs: one step for each object, though the work on it may be divided. */
export const reportOf = (
  { eventId, fingerprint, keptSecrets, missingVariables, steps }: EventFilePlan,
  refused: ReadonlyArray<RefusedObject>,
  locate: Locate
): PlanReport =>
  new PlanReport({
    event_id: eventId,
    fingerprint,
    steps: steps.filter(({ isPart }) => !isPart).map((step) => stepOf(step, locate)),
    refused,
    kept_secrets: keptSecrets,
    missing_variables: missingVariables
  })

const refusedTexts = {
  first: text({ en: "Nothing was changed: {object}: {reason}", de: "Nichts wurde geändert: {object}: {reason}" }),
  more: text({ en: "{first:sentence} (and {count} more)", de: "{first:sentence} (und {count} weitere)" })
}

/** Changes that a file asks for are refused, so none of them was made. */
export class EventFileRefused extends Schema.TaggedError<EventFileRefused>()("EventFileRefused", {
  refused: Schema.Array(RefusedObject)
}, { httpApiStatus: 400 }) {
  override readonly message = this.messageIn("en")

  /** The first refusal, in the language in which they are, and the number of the others. */
  messageIn(language: Language): string {
    const [refusal, ...others] = this.refused
    if (refusal === undefined) return this._tag
    const first = say(refusedTexts.first, { object: labelOf(refusal, language), reason: refusal.message })
    return (others.length === 0 ? first : say(refusedTexts.more, { first, count: others.length }))(language)
  }
}
