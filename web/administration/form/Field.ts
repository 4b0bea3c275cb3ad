import type { TileColour } from "@wristbank/core/event/TileColour"
import { type Amount, parse } from "../../kit/Amount.ts"
import type { Formats } from "../../kit/Formats.ts"
import { fromLocalText, localText } from "../list/LocalTime.ts"

/** An entry as it is on screen: text, a tick, or the values that are ticked. */
export type Draft = string | boolean | ReadonlyArray<string>

/** The value of an entry, or the mistake in it. */
export type Reading<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly mistake: Mistake }

/** Why a text is no value; the form says it in the reader's words. */
export type Mistake = "missing" | "noCount" | "noAmount" | "noShare" | "noPlace"

export interface Option {
  readonly value: string
  readonly name: string
  /** Why it can't be chosen. */
  readonly unavailable?: string
}

/** How an entry is typed. */
export type Look =
  | { readonly kind: "text" | "long" | "secret" | "count" | "amount" | "share" | "moment" | "day" | "time" | "flag" }
  | { readonly kind: "colour"; readonly none?: string | undefined }
  | { readonly kind: "choice"; readonly options: ReadonlyArray<Option>; readonly none?: string | undefined }
  | { readonly kind: "choices"; readonly options: ReadonlyArray<Option> }

/** An entry of a form: how it is typed, and how its text becomes the value in the call's body. */
export interface Field<T> {
  readonly label: string
  readonly hint?: string | undefined
  readonly look: Look
  readonly draftOf: (value: T) => Draft
  readonly read: (draft: Draft) => Reading<T>
  /**
   * Merges an entry that two people changed from the same beginning; `undefined` if one of them has to choose. They always have
   * to choose where a field has no such rule.
   */
  readonly merge?: (before: Draft, mine: Draft, theirs: Draft) => Draft | undefined
  /** Where in the entry the mistake is, for one of several rows: `0.value`. */
  readonly mistakeAt?: (draft: Draft) => string
  /** An entry as a reader sees it, where its draft is written for no reader. */
  readonly shown?: (draft: Draft) => string
  /** Browser's hints: `autocomplete`, `inputmode`. */
  readonly autoComplete?: string
}

/** The fields of a call's body, by name. A field of the body that the form leaves as it is stands as `keep`. */
export type FieldsOf<Body> = { readonly [Name in keyof Body]-?: Field<NonUndefined<Body[Name]>> | typeof keep }

type NonUndefined<T> = T extends undefined ? never : T

export const keep = "keep"

interface About {
  readonly label: string
  readonly hint?: string | undefined
  /** For a choice that may be left empty: the name of nothing, such as "no limit". */
  readonly none?: string
  readonly autoComplete?: string
}

const read = <T>(value: T): Reading<T> => ({ ok: true, value })
const mistake = (why: Mistake): Reading<never> => ({ ok: false, mistake: why })

/** One line of text; the server says whether it may be empty. */
export const text = (about: About): Field<string> => ({
  ...about,
  look: { kind: "text" },
  draftOf: (value) => value,
  read: (draft) => read(String(draft))
})

/** Several lines of text. */
export const longText = (about: About): Field<string> => ({ ...text(about), look: { kind: "long" } })

/** A field that may be left empty: empty text is `null`. */
export const optional = <T>(field: Field<T>): Field<T | null> => ({
  ...field,
  draftOf: (value) => value === null ? "" : field.draftOf(value),
  read: (draft) => draft === "" ? read(null) : field.read(draft)
})

const typed = <T>(
  about: About,
  kind: "count" | "amount" | "share",
  toDraft: (value: T) => string,
  valueOf: (written: string) => T | undefined,
  why: Mistake
): Field<T> => ({
  ...about,
  look: { kind },
  draftOf: toDraft,
  read: (draft) => {
    const trimmed = String(draft).trim()
    if (trimmed === "") return mistake("missing")
    const value = valueOf(trimmed)
    return value === undefined ? mistake(why) : read(value)
  }
})

/** A whole number. */
export const count = (about: About): Field<number> =>
  typed(about, "count", String, (written) => /^-?\d{1,15}$/.test(written) ? Number(written) : undefined, "noCount")

/** Any whole numbers, divided by commas or spaces. */
export const counts = (about: About): Field<ReadonlyArray<number>> => ({
  ...about,
  look: { kind: "text" },
  draftOf: (values) => values.join(", "),
  read: (draft) => {
    const parts = String(draft).split(/[\s,;]+/).filter((part) => part !== "")
    return parts.every((part) => /^\d{1,15}$/.test(part)) ? read(parts.map(Number)) : mistake("noCount")
  }
})

/** An amount of money in major units, with a comma or a point. */
export const amount = (about: About): Field<Amount> =>
  typed(about, "amount", (value) => value.toFixed(2).replace(".", decimalSign()), parse, "noAmount")

/** As the page's language writes it; both are understood. */
const decimalSign = () => globalThis.document?.documentElement.lang.startsWith("de") ? "," : "."

/** A share, typed in percent: 19 or 5,5 for 0.19 and 0.055. */
export const share = (about: About): Field<number> =>
  typed(about, "share", percentOf, (written) => {
    const [, number] = /^(\d{1,3}(?:[.,]\d{1,4})?)\s*%?$/.exec(written) ?? []
    return number === undefined ? undefined : shareOf(number.replace(",", "."))
  }, "noShare")

/** Moves the point by two places in decimal digits, as 0.07 × 100 is not 7 in binary numbers. */
const percentOf = (value: number): string => String(Number(`${value}e2`)).replace(".", decimalSign())
const shareOf = (percent: string): number => Number(`${percent}e-2`)

interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** A place on the earth, in degrees: `54.0321, 9.3712`; south and west are negative. */
export const place = (about: About): Field<Place> => ({
  ...typed<Place>(
    about,
    "count",
    ({ latitude, longitude }) => Number.isNaN(latitude) ? "" : `${latitude}, ${longitude}`,
    (written) => {
      const [, latitude, longitude] =
        /^([+-]?\d{1,2}(?:\.\d{1,12})?)\s*[,; ]\s*([+-]?\d{1,3}(?:\.\d{1,12})?)$/.exec(written) ?? []
      return latitude === undefined ? undefined : { latitude: Number(latitude), longitude: Number(longitude) }
    },
    "noPlace"
  ),
  look: { kind: "text" }
})

/** A box to tick. */
export const flag = (about: About): Field<boolean> => ({
  ...about,
  look: { kind: "flag" },
  draftOf: (value) => value,
  read: (draft) => read(draft === true)
})

/** One of some values. */
export const choice = <T extends string>(
  about: About,
  options: ReadonlyArray<Option & { readonly value: T }>
): Field<T> => ({
  ...about,
  look: { kind: "choice", options, none: about.none },
  draftOf: (value) => value,
  read: (draft) => draft === "" ? mistake("missing") : read(draft as T)
})

/** One of the colours of categories and buttons. */
export const colour = (about: About): Field<TileColour> => ({
  ...about,
  look: { kind: "colour", none: about.none },
  draftOf: (value) => value,
  read: (draft) => draft === "" ? mistake("missing") : read(draft as TileColour)
})

/** At most one of some things with an id, where the call takes a list. */
export const atMostOne = (
  about: About & { readonly none: string },
  things: ReadonlyArray<Thing> | undefined
): Field<ReadonlyArray<number>> => {
  const one = optional(reference(about, things))
  return {
    ...one,
    draftOf: ([value = null]) => one.draftOf(value),
    read: (draft) => {
      const reading = one.read(draft)
      return reading.ok ? read(reading.value === null ? [] : [reading.value]) : reading
    }
  }
}

/** One of some things with an id. */
export const reference = (about: About, things: ReadonlyArray<Thing> | undefined): Field<number> => ({
  ...about,
  look: { kind: "choice", options: optionsOf(things), none: about.none },
  // No thing has the id 0: a form begins with it where nothing is chosen.
  draftOf: (id) => id === 0 ? "" : String(id),
  read: (draft) => draft === "" ? mistake("missing") : read(Number(draft))
})

/** Any of some values. */
export const choices = <T extends string>(
  about: About,
  options: ReadonlyArray<Option & { readonly value: T }>
): Field<ReadonlyArray<T>> => ({
  ...about,
  look: { kind: "choices", options },
  draftOf: (values) => values,
  read: (draft) => read(ticked(draft) as ReadonlyArray<T>)
})

/** Any of some things with an id, in the order in which they are ticked. */
export const references = (about: About, things: ReadonlyArray<Thing> | undefined): Field<ReadonlyArray<number>> => ({
  ...about,
  look: { kind: "choices", options: optionsOf(things) },
  draftOf: (ids) => ids.map(String),
  read: (draft) => read(ticked(draft).map(Number))
})

/** A list without entries counts as absent. */
export const setOf = <T>(field: Field<ReadonlyArray<T>>): Field<ReadonlyArray<T> | null> => ({
  ...field,
  draftOf: (values) => field.draftOf(values ?? [])
})

const ticked = (draft: Draft): ReadonlyArray<string> => typeof draft === "object" ? draft : []

export interface Thing extends Omit<Option, "value"> {
  readonly id: number
}

const optionsOf = (things: ReadonlyArray<Thing> = []): ReadonlyArray<Option> =>
  things.map(({ id, ...option }) => ({ ...option, value: String(id) }))

/** A secret that the server never shows: left empty it stays as it is. */
export const secret = (about: About): Field<string> => ({
  ...text(about),
  look: { kind: "secret" },
  autoComplete: "off"
})

/** A password that is set, for the person it is for. */
export const newPassword = (about: About): Field<string> => ({ ...secret(about), autoComplete: "new-password" })

/** The time of a day, as `HH:MM`. */
export const time = (about: About): Field<string> => ({ ...text(about), look: { kind: "time" } })

/** A day, as `YYYY-MM-DD`. */
export const day = (about: About): Field<string> => ({ ...text(about), look: { kind: "day" } })

/** A moment, typed and shown in the event's zone. */
export const moment = (
  about: About,
  formats: Pick<Formats, "timeZone">
): Field<string> => ({
  ...text(about),
  look: { kind: "moment" },
  draftOf: (value) => localText(value, formats),
  read: (draft) => read(draft === "" ? "" : fromLocalText(String(draft), formats))
})
