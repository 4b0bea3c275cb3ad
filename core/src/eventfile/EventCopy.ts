import { DateTime, Schema } from "effect"
import { type Contents, namesIn } from "./EventFile.ts"
import { type Entry, nameOf, nodeOf, partsOf, type Section, withoutRepeats } from "./Section.ts"
import { sectionNamed, sections } from "./Sections.ts"

/** What differs between an event and its copy. */
export interface CopyChanges {
  readonly name: string
  /** When the copy begins; absent for the moment at which the event began. Without an end, the copy lasts as long. */
  readonly start?: DateTime.Utc | undefined
  readonly end?: DateTime.Utc | undefined
  /** The people and the roles above the place of the copy, who can be named there. */
  readonly above: { readonly logins: ReadonlySet<string>; readonly roles: ReadonlySet<string> }
}

/** Something that a copy does not have, so that someone has to set it. */
export const SetAnew = Schema.Struct({
  /** The section of the file that the object belongs to, such as `users`. */
  section: Schema.String,
  /** The object's name; empty for what an event has once, such as its settings. */
  name: Schema.String,
  /** The object's node: the names from the event down, with `/` between them; empty for the event. */
  at: Schema.String,
  /** The fields to set, by their names in the file; none if the whole object is missing. */
  fields: Schema.Array(Schema.String)
}).annotate({ identifier: "SetAnew" })
export type SetAnew = typeof SetAnew.Type

/** The contents of a copy, and what has to be set anew in it. */
export interface EventCopy {
  readonly contents: Contents
  readonly setAnew: ReadonlyArray<SetAnew>
}

/** Features that can't be on without secrets, which a copy lacks. */
const needSecrets: ReadonlyArray<readonly [feature: string, secrets: ReadonlyArray<string>]> = [
  ["sumup_topup_enabled", ["sumup_api_key", "sumup_affiliate_key", "sumup_oauth_client_secret"]],
  ["sumup_payment_enabled", ["sumup_api_key", "sumup_affiliate_key", "sumup_oauth_client_secret"]],
  ["pretix_presale_enabled", ["pretix_api_key"]],
  ["headwind_enabled", ["headwind_password"]],
  // A server that asks for a password would refuse all mail.
  ["email_enabled", ["email_smtp_password"]]
]

const noteOf = (section: Section, entry: Entry, fields: ReadonlyArray<string>): SetAnew => ({
  section: section.name,
  name: nameOf(section, entry),
  at: nodeOf(entry),
  fields
})

/** An entry with other values, and the note about those that someone has to set again; none if nothing was taken away. */
type Copied = readonly [entry: Entry | null, note: SetAnew | null]

const without = (section: Section, entry: Entry, taken: Entry): Copied => {
  const fields = Object.keys(taken).filter((field) => JSON.stringify(entry[field]) !== JSON.stringify(taken[field]))
  return [{ ...entry, ...taken }, fields.length === 0 ? null : noteOf(section, entry, fields)]
}

const momentOf = (value: Entry[string] | undefined): DateTime.Utc | null =>
  typeof value === "string" ? DateTime.toUtc(DateTime.makeUnsafe(value)) : null

/** The dates of a copy; one that begins at another moment lasts as long as the event. */
const datesOf = (settings: Entry, { end, start }: CopyChanges): Entry => {
  const [began, ended] = [momentOf(settings["start_date"]), momentOf(settings["end_date"])]
  const first = start ?? began
  const moved = start === undefined || began === null || ended === null
    ? ended
    : DateTime.addDuration(start, DateTime.distance(began, ended))
  const last = end ?? moved
  return {
    start_date: first === null ? null : DateTime.formatIso(first),
    end_date: last === null ? null : DateTime.formatIso(last)
  }
}

/** Whether a copy begins at another moment than its event. */
const isMoved = ({ settings }: Contents, { start }: CopyChanges): boolean => {
  const began = momentOf(settings?.[0]?.["start_date"])
  return start !== undefined && began !== null && start.epochMilliseconds !== began.epochMilliseconds
}

/**
 * Of the planned versions of products and tickets, those that a copy with other dates has: a tax rate changes by law, and so do the prices
 * that change with it. Others belong to the days of the event.
 */
const versionsOf = (section: Section, entry: Entry, changes: CopyChanges, contents: Contents): Copied => {
  if (!isMoved(contents, changes)) return [entry, null]
  const byLaw = new Set(
    (contents["tax_rates"] ?? []).flatMap((rate) =>
      partsOf(sectionNamed("tax_rates"), rate).map((version) => version["valid_from"])
    )
  )
  const kept = partsOf(section, entry).filter((version) => byLaw.has(version["valid_from"]))
  return without(section, entry, { versions: withoutRepeats(section, { ...entry, versions: kept }) })
}

const noSecrets = (section: Section): Entry => Object.fromEntries(section.secrets.map((field) => [field, null]))

const settingsOf = (section: Section, entry: Entry, changes: CopyChanges): Copied => {
  const off = needSecrets.filter(([feature, secrets]) =>
    entry[feature] === true && secrets.some((secret) => entry[secret] !== null)
  ).map(([feature]) => [feature, false] as const)
  // Each event has a portal at an address of its own.
  const taken = { ...noSecrets(section), ...Object.fromEntries(off), customer_portal_url: "" }
  const [settings, note] = without(section, entry, taken)
  return [{ ...settings, ...datesOf(entry, changes) }, note]
}

/** The roles of someone who can be named in the copy, as far as they can; null for the others. */
const assignmentOf = (
  section: Section,
  entry: Entry,
  { above }: CopyChanges,
  { user_roles = [] }: Contents
): Copied => {
  const roles = namesIn(entry["roles"])
  const kept = roles.filter((role) => above.roles.has(role) || user_roles.some(({ name }) => name === role))
  if (!above.logins.has(String(entry["login"])) || kept.length === 0) return [null, noteOf(section, entry, [])]
  return [{ ...entry, roles: kept }, kept.length === roles.length ? null : noteOf(section, entry, ["roles"])]
}

const copied = (section: Section, entry: Entry, changes: CopyChanges, contents: Contents): Copied => {
  switch (section.name) {
    case "event":
      return [{ ...entry, name: changes.name }, null]
    case "settings":
      return settingsOf(section, entry, changes)
    case "fiscal_settings":
      // The first signing device of the copy switches signing on.
      return without(section, entry, (contents["tses"] ?? []).length === 0 ? {} : { signing: false })
    // No one is a user without a password or a wristband.
    case "users":
    case "user_tag_secret":
    case "tses":
      return [null, noteOf(section, entry, [])]
    case "products":
    case "tickets":
      return versionsOf(section, entry, changes, contents)
    case "role_assignments":
      return assignmentOf(section, entry, changes, contents)
    default:
      return without(section, entry, noSecrets(section))
  }
}

/**
 * Decides a copy of an event: all that is set up in it, without secrets. Users, signing devices and the keys of the wristbands are left
 * out, as there are none without their secrets; what depends on a secret is switched off.
 */
export const copyOf = (contents: Contents, changes: CopyChanges): EventCopy => {
  const setAnew: Array<SetAnew> = []
  const copy = sections.map((section) => {
    const entries = (contents[section.name] ?? []).flatMap((entry): ReadonlyArray<Entry> => {
      const [made, note] = copied(section, entry, changes, contents)
      if (note !== null) setAnew.push(note)
      return made === null ? [] : [made]
    })
    return [section.name, entries] as const
  })
  return { contents: Object.fromEntries(copy), setAnew }
}
