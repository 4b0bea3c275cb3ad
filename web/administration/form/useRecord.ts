import { useState } from "react"
import { isRecord, type Refusal } from "../../kit/Refusal.ts"
import { type Drafts, keepUnsaved, unsavedAt } from "./drafts.ts"
import {
  bodyOf,
  type Conflict,
  draftsOf,
  entriesOf,
  merged,
  sameDrafts,
  unsavedOf,
  type Values,
  valuesOf
} from "./Entries.ts"
import type { Draft, FieldsOf, Mistake } from "./Field.ts"

/** The entries of a form, and what they are typed over. */
interface Typing {
  readonly stored: Values
  /** The version of the stored values; the server refuses to replace any other. */
  readonly version: string | undefined
  readonly drafts: Drafts
  /** `undefined` until somebody else has changed the same thing. */
  readonly conflicts: ReadonlyArray<Conflict> | undefined
}

interface RecordOptions<Body extends object> {
  readonly fields: FieldsOf<Body>
  readonly initial: Body
  readonly version?: string | undefined
  readonly name?: string | undefined
  readonly bodyOf?: ((current: Body) => Body) | undefined
  readonly isShown?: ((name: keyof Body & string, body: Body) => boolean) | undefined
}

/**
 * The entries of a form over the stored values. Whenever others' changes arrive, by a refusal, by reading again or because the
 * form was left and opened later, they are merged with what is typed.
 */
export const useRecord = <Body extends object>(
  { bodyOf: bodyIn, fields, initial, isShown = () => true, name: form = "", version }: RecordOptions<Body>
) => {
  const entries = entriesOf(fields)
  const [address] = useState(() => `${location.pathname}#${form}`)
  const [isRestored] = useState(() => unsavedAt(address) !== undefined)
  const [typing, setTyping] = useState((): Typing => {
    const stored = { ...initial } as Record<string, unknown>
    const theirs = draftsOf(entries, stored)
    const { before, typed } = unsavedAt(address) ?? {}
    const { conflicts, drafts } = merged(entries, {
      before: { ...theirs, ...before },
      mine: { ...theirs, ...typed },
      theirs
    })
    return { stored, version, drafts, conflicts: conflicts.length === 0 ? undefined : conflicts }
  })
  const { conflicts, drafts, stored } = typing
  const before = draftsOf(entries, stored)
  const typed = valuesOf(entries, drafts, stored)
  const isVisible = (name: string) => isShown(name as keyof Body & string, typed.values as Body)
  const shown = entries.filter(([name]) => isVisible(name))
  const change = (next: Drafts) => {
    setTyping({ ...typing, drafts: next })
    keepUnsaved(address, unsavedOf(entries, next, before))
  }
  /** Takes over stored values that differ from those the form began with. */
  const mergedWith = (values: Values, nextVersion: string | undefined): Typing => {
    const theirs = draftsOf(entries, values)
    return { stored: values, version: nextVersion, ...merged(entries, { before, mine: drafts, theirs }) }
  }
  const [read, setRead] = useState(version)
  if (read !== version) {
    setRead(version)
    const next = mergedWith({ ...stored, ...initial } as Record<string, unknown>, version)
    const open = [...(conflicts ?? []), ...next.conflicts ?? []]
    setTyping({ ...next, conflicts: open.length === 0 ? conflicts : open })
  }
  const body = () => bodyOf(fields, typed.values, stored, isVisible)
  return {
    shown,
    drafts,
    conflicts,
    version: typing.version,
    isChanged: !sameDrafts(drafts, before),
    /** Whether the entries were typed earlier and not saved. */
    isRestored,
    mistakes: shown.flatMap(([name]): ReadonlyArray<readonly [string, Mistake]> => {
      const mistake = typed.mistakes[name]
      return mistake === undefined ? [] : [[name, mistake]]
    }),
    body,
    enter: (name: string, draft: Draft) => change({ ...drafts, [name]: draft }),
    discard: () => change(before),
    /** After the entries were saved. Secrets are empty again. */
    saved: () => {
      const secrets = entries.filter(([, { look }]) => look.kind === "secret").map(([name]) => [name, stored[name]])
      const values = { ...stored, ...body(), ...Object.fromEntries(secrets) }
      keepUnsaved(address, undefined)
      setTyping({ ...typing, stored: values, drafts: draftsOf(entries, values), conflicts: undefined })
    },
    /** After a refusal of a stale form: takes over what the other person saved. */
    adopt: ({ body: { current }, id }: Refusal) => {
      if (id !== "StaleVersion" || !isRecord(current)) return
      const values = { ...stored, ...(bodyIn === undefined ? current : bodyIn(current as Body)) }
      setTyping(mergedWith(values, String(current["version"])))
    }
  }
}
