import type { AuditKind } from "@wristbank/core/organisation/AuditKind"
import { auditIdOf, auditObjectOf } from "@wristbank/core/organisation/AuditObject"
import { useCallback } from "react"
import type { OfficeAnswer } from "../../calls.ts"
import { type Content, type Difference, differencesOf, flatten, nameIn } from "./content.ts"
import type { AuditTexts } from "./english.ts"
import { useTexts } from "./texts.ts"
import { type NameOf, useNames } from "./useNames.ts"
import { isEmpty, useWritten, type Written } from "./useWritten.ts"

export type Entry = OfficeAnswer<"GET /tree/nodes/:node_id/audit-logs">[number]

/** Says entries as sentences, with the names of who did it and of the object, and writes their fields. */
export const useSentence = () => {
  const say = useTexts()
  const nameOf = useNames()
  const written = useWritten(nameOf)
  const sentence = useCallback((entry: Entry) => sentenceOf(entry, say, nameOf, written), [nameOf, say, written])
  return { sentence, written }
}

/** An entry as a sentence. If its change replaced one field, the sentence has that with its values. */
export const sentenceOf = (entry: Entry, say: AuditTexts, nameOf: NameOf, written: Written): string => {
  const { content = {}, log_type } = entry
  const kind = log_type as AuditKind
  const sentence = say.sentences[kind]
  const who = whoOf(entry, say, nameOf)
  if (sentence === undefined) return `${who}: ${log_type}`
  const thing = thingIn(kind, content, nameOf)
  const only = onlyDifference(kind, content)
  const type = auditObjectOf(kind)
  if (only === undefined || type === undefined) return sentence(who, thing)
  const { after, before, field } = only
  const noun = say.objects[kind.startsWith("event_") ? "event" : type]
  const [name, value] = [written.name(field), (given: unknown) => isEmpty(given) ? "" : written.value(field, given)]
  return typeof after === "boolean"
    ? say.switched(who, `${noun} ${thing}`, name, after)
    : say.replaced(who, `${noun} ${thing}`, name, value(before), value(after))
}

/** The field of an edit that replaced no other and has one value; `undefined` for other entries. */
export const onlyDifference = (kind: AuditKind, content: Content): Difference | undefined => {
  const [first, ...others] = kind.endsWith("_updated") ? differencesOf(content) : []
  if (first === undefined || others.length > 0) return undefined
  return [first.before, first.after].some((value) => typeof value === "object" && value !== null) ? undefined : first
}

const whoOf = (
  { originating_account: account, originating_terminal_id: terminal, originating_user_id: user }: Entry,
  say: AuditTexts,
  nameOf: NameOf
): string => {
  if (user !== null) return nameOf("user", user) ?? `#${user}`
  if (terminal !== null) return say.terminal(nameOf("terminal", terminal) ?? `#${terminal}`)
  const originators: { readonly [account: string]: string } = say.originators
  return originators[account ?? ""] ?? account ?? ""
}

/** The object of an entry: its name, that of the person it is about, or its number. */
const thingIn = (kind: AuditKind, content: Content, nameOf: NameOf): string => {
  const type = auditObjectOf(kind)
  const id = auditIdOf(kind, content)
  const known = type === undefined || id === undefined ? undefined : nameOf(type, id)
  const cashier = kind === "cashier_closed_out" ? flatten(content).get("cashier_id") : undefined
  const person = typeof cashier === "number" ? nameOf("user", cashier) ?? `#${cashier}` : undefined
  return nameIn(content) || known || person || (id === undefined ? "" : `#${id}`)
}
