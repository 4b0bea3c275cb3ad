import { useState } from "react"
import { isRecord, type Refusal } from "../../kit/Refusal.ts"
import { type Drafts, keepUnsaved, unsavedAt } from "./drafts.ts"
import { bodyOf, draftsOf, entriesOf, sameDrafts, unsavedOf, type Values, valuesOf } from "./Entries.ts"
import type { Draft, FieldsOf, Mistake } from "./Field.ts"
import { opened, readAgain, refused, saved } from "./Typing.ts"

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
  const [typing, setTyping] = useState(() =>
    opened(entries, { stored: valuesIn(initial), version }, unsavedAt(address))
  )
  const { drafts, stored } = typing
  const before = draftsOf(entries, stored)
  const typed = valuesOf(entries, drafts, stored)
  const isVisible = (name: string) => isShown(name as keyof Body & string, typed.values as Body)
  const shown = entries.filter(([name]) => isVisible(name))
  const change = (next: Drafts) => {
    setTyping({ ...typing, drafts: next })
    keepUnsaved(address, unsavedOf(entries, next, before))
  }
  const [read, setRead] = useState(version)
  if (read !== version) {
    setRead(version)
    setTyping(readAgain(entries, typing, { stored: { ...stored, ...initial }, version }))
  }
  const body = () => bodyOf(fields, typed.values, stored, isVisible)
  return {
    shown,
    drafts,
    conflicts: typing.conflicts,
    version: typing.version,
    isChanged: !sameDrafts(drafts, before),
    /** Whether the entries were typed earlier and not saved. */
    isRestored,
    mistakes: shown.flatMap(([name, { mistakeAt }]): ReadonlyArray<readonly [string, Mistake]> => {
      const mistake = typed.mistakes[name]
      if (mistake === undefined) return []
      return [[mistakeAt === undefined ? name : `${name}.${mistakeAt(drafts[name]!)}`, mistake]]
    }),
    body,
    enter: (name: string, draft: Draft) => change({ ...drafts, [name]: draft }),
    discard: () => change(before),
    saved: () => {
      keepUnsaved(address, undefined)
      setTyping(saved(entries, typing, valuesIn(body())))
    },
    /**
     * After a refusal of a stale form: takes over what is stored. If no entry differs from what the form knew, such as after an
     * earlier save of its own, it returns what is to be saved over the newer version.
     */
    adopt: ({ body: { current }, id }: Refusal) => {
      if (id !== "StaleVersion" || !isRecord(current)) return undefined
      const values = { ...stored, ...(bodyIn === undefined ? current : bodyIn(current as Body)) }
      const next = refused(entries, typing, { stored: values, version: String(current["version"]) })
      setTyping(next)
      return sameDrafts(before, draftsOf(entries, values))
        ? { body: bodyOf(fields, typed.values, values, isVisible), version: next.version }
        : undefined
    }
  }
}

const valuesIn = (body: object): Values => ({ ...body })
