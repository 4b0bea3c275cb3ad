import { problemText } from "@wristbank/core/eventfile/outline/AnswerWords"
import { countryIn } from "@wristbank/core/eventfile/outline/Country"
import { type EventAnswers, noAnswers } from "@wristbank/core/eventfile/outline/EventAnswers"
import { type EventOutline, outlineOf } from "@wristbank/core/eventfile/outline/EventOutline"
import { drawPins, pinLength } from "@wristbank/core/wristband/PinDraw"
import { useAtomValue } from "jotai"
import { useState } from "react"
import { languageAtom } from "../../kit/Language.ts"
import { keepUnsaved, unsavedAt } from "../form/drafts.ts"
import type { NewEventTexts } from "./english.ts"

export type EntryName = keyof NewEventTexts["entries"]

/** What is entered, each text as it was typed. */
export type Entries = Readonly<Record<Exclude<EntryName, Flag>, string>> & Readonly<Record<Flag, boolean>>
type Flag = "cashAtStalls" | "suppliedKeys" | "wristbands"

const { other, stalls: _, ...known } = noAnswers

/** The page before anything is typed, in the country of this computer's clock if it is one of ours. */
const initial = (): Entries => ({
  ...known,
  ...other,
  country: countryIn(Intl.DateTimeFormat().resolvedOptions().timeZone)?.code ?? noAnswers.country,
  own: "",
  bar: "",
  kitchen: "",
  entrance: ""
})

const countIn = (text: string, otherwise: number) =>
  text.trim() === "" ? otherwise : /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN

export const answersOf = (
  { bar, currency, depositTax, entrance, kitchen, own, rates, timeZone, ...same }: Entries
): EventAnswers => ({
  ...same,
  depositTax: depositTax === "untaxed" ? "untaxed" : "as_goods",
  other: { currency: currency.trim().toUpperCase(), timeZone: timeZone.trim(), rates },
  stalls: {
    own: countIn(own, same.goods.trim() === "" ? 0 : 1),
    bar: countIn(bar, 0),
    kitchen: countIn(kitchen, 0),
    // Without wristbands there is nothing that an entrance could do.
    entrance: same.wristbands ? countIn(entrance, 0) : 0
  }
})

const randomBelow = (bound: number) => crypto.getRandomValues(new Uint32Array(1))[0]! % bound

const chance = {
  key: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
  pin: () => drawPins({ count: 1, length: pinLength(1), taken: new Set() }, randomBelow)[0]!
}

/** The entry at which a problem stands. */
const entryOf = (field: string): string => field === "stalls" ? "bar" : field

/** The answers of the page, which stay until the event is made; and what is wrong with them once someone wanted to see the event. */
export const useAnswers = () => {
  const language = useAtomValue(languageAtom)
  const [address] = useState(() => `${location.pathname}#`)
  const [entries, setEntries] = useState<Entries>(() => ({
    ...initial(),
    ...unsavedAt(address)?.typed as Partial<Entries>
  }))
  const [isAsked, setAsked] = useState(false)
  const outline = () => outlineOf(answersOf(entries), language, chance)
  const problems = isAsked ? outline() : undefined
  const mistakes: Record<string, string> = {}
  for (const problem of problems !== undefined && "problems" in problems ? problems.problems : []) {
    const entry = entryOf(problem.field)
    const said = problemText(problem, language)
    mistakes[entry] = entry in mistakes ? `${mistakes[entry]}\n${said}` : said
  }
  return {
    entries,
    mistakes,
    enter: (name: EntryName, value: string | boolean) => {
      const next = { ...entries, [name]: value }
      setEntries(next)
      keepUnsaved(address, { typed: next, before: initial() })
    },
    /** The event that follows; undefined if something is wrong, which then stands at its entry. */
    ask: (): EventOutline | undefined => {
      setAsked(true)
      const found = outline()
      return "problems" in found ? undefined : found
    },
    forget: () => keepUnsaved(address, undefined)
  }
}
