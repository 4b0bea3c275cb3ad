import type { Drafts, Unsaved } from "./drafts.ts"
import { type Conflict, draftsOf, type Entries, merged, type Values } from "./Entries.ts"

/** The entries of a form, and what they are typed over. */
export interface Typing {
  readonly stored: Values
  /** The version of the stored values; the server refuses to replace any other. */
  readonly version: string | undefined
  readonly drafts: Drafts
  /** `undefined` until someone else has changed the same thing. */
  readonly conflicts: ReadonlyArray<Conflict> | undefined
}

/** The form as it opens: entries that were not saved earlier are merged with what has been stored since. */
export const opened = (
  entries: Entries,
  { stored, version }: Pick<Typing, "stored" | "version">,
  unsaved: Unsaved | undefined
): Typing => {
  const theirs = draftsOf(entries, stored)
  // No one else can have changed a thing that is not stored yet.
  if (version === undefined) return { stored, version, drafts: { ...theirs, ...unsaved?.typed }, conflicts: undefined }
  const { conflicts, drafts } = merged(entries, {
    before: { ...theirs, ...unsaved?.before },
    mine: { ...theirs, ...unsaved?.typed },
    theirs
  })
  return { stored, version, drafts, conflicts: conflicts.length === 0 ? undefined : conflicts }
}

/** After a save was refused because another version is stored: both people's changes; `conflicts` says that there were others'. */
export const refused = (
  entries: Entries,
  typing: Typing,
  { stored, version }: Pick<Typing, "stored" | "version">
): Typing => ({
  stored,
  version,
  ...merged(entries, {
    before: draftsOf(entries, typing.stored),
    mine: typing.drafts,
    theirs: draftsOf(entries, stored)
  })
})

/** After the stored values were read again: as `refused`, but no one has to hear of changes that don't touch their own. */
export const readAgain = (entries: Entries, typing: Typing, now: Pick<Typing, "stored" | "version">): Typing => {
  const next = refused(entries, typing, now)
  const open = [...typing.conflicts ?? [], ...next.conflicts ?? []]
  return { ...next, conflicts: open.length === 0 ? typing.conflicts : open }
}

/** After the entries were saved with this body: they are what is stored. Secrets are empty again, as the server never shows them. */
export const saved = (entries: Entries, typing: Typing, body: Values): Typing => {
  const secrets = entries.filter(([, { look }]) => look.kind === "secret").map(([name]) => [name, typing.stored[name]])
  const stored = { ...typing.stored, ...body, ...Object.fromEntries(secrets) as Values }
  return { stored, version: typing.version, drafts: draftsOf(entries, stored), conflicts: undefined }
}
