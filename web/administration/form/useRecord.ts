import { useState } from "react"
import { isRecord, type Refusal } from "../../kit/Refusal.ts"
import { type Drafts, keepDrafts, keptDrafts } from "./drafts.ts"
import { bodyOf, type Conflict, draftsOf, type Entries, entriesOf, merged, sameDrafts, valuesOf } from "./Entries.ts"
import type { Draft, FieldsOf, Mistake } from "./Field.ts"

/** The values that a form begins with, and the version of them that the server knows. */
interface Stored {
  readonly values: Record<string, unknown>
  readonly version: string | undefined
}

/** What is typed into a form, from the stored values on, and what another person saved meanwhile. */
export const useRecord = <Body extends object>(
  { bodyOf: bodyIn, fields, initial, isShown = () => true, name: form = "", version }: {
    readonly fields: FieldsOf<Body>
    readonly initial: Body
    readonly version?: string | undefined
    readonly name?: string | undefined
    readonly bodyOf?: ((current: Readonly<Record<string, unknown>>) => Body) | undefined
    readonly isShown?: ((name: keyof Body & string, body: Body) => boolean) | undefined
  }
) => {
  const entries = entriesOf(fields)
  const [address] = useState(() => `${location.pathname}#${form}`)
  const [stored, setStored] = useState<Stored>({ values: { ...initial } as Record<string, unknown>, version })
  const before = draftsOf(entries, stored.values)
  const [isRestored] = useState(() => keptDrafts(address) !== undefined)
  const [drafts, setDrafts] = useState<Drafts>(() => ({ ...before, ...keptDrafts(address) }))
  const [conflicts, setConflicts] = useState<ReadonlyArray<Conflict>>()
  const typed = valuesOf(entries, drafts, stored.values)
  const isVisible = (name: string) => isShown(name as keyof Body & string, typed.values as Body)
  const shown = entries.filter(([name]) => isVisible(name))
  const change = (next: Drafts) => {
    setDrafts(next)
    const kept = changedIn(entries, next, before)
    keepDrafts(address, Object.keys(kept).length === 0 ? undefined : kept)
  }
  return {
    shown,
    drafts,
    conflicts,
    version: stored.version,
    isChanged: !sameDrafts(drafts, before),
    /** Whether the entries were typed earlier and not saved. */
    isRestored,
    mistakes: shown.flatMap(([name]): ReadonlyArray<readonly [string, Mistake]> => {
      const mistake = typed.mistakes[name]
      return mistake === undefined ? [] : [[name, mistake]]
    }),
    body: () => bodyOf(fields, typed.values, stored.values, isVisible),
    enter: (name: string, draft: Draft) => change({ ...drafts, [name]: draft }),
    discard: () => change(before),
    forget: () => keepDrafts(address, undefined),
    /** After a refusal of a stale form: takes over what the other person saved. */
    adopt: ({ body: { current }, id }: Refusal) => {
      if (id !== "StaleVersion" || !isRecord(current)) return
      const values = { ...stored.values, ...(bodyIn === undefined ? current : bodyIn(current)) }
      const merge = merged(entries, { before, mine: drafts, theirs: draftsOf(entries, values) })
      setStored({ values, version: String(current["version"]) })
      setConflicts(merge.conflicts)
      setDrafts(merge.drafts)
    }
  }
}

/**
 * The entries that are kept once their form is gone: what the person changed, so that others' changes meanwhile are in the form
 * when it opens again. Secrets are not kept.
 */
const changedIn = (entries: Entries, drafts: Drafts, before: Drafts): Drafts =>
  Object.fromEntries(
    entries.filter(([name, { look }]) =>
      look.kind !== "secret" && JSON.stringify(drafts[name]) !== JSON.stringify(before[name])
    ).map(([name]) => [name, drafts[name]!])
  )
