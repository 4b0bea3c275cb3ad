import { Schema } from "effect"
import type { Language } from "./Language.ts"
import * as Money from "./Money.ts"

/** Writes a sentence in a language. */
export type Sentence = (language: Language) => string

/** A sentence in every language, for storage. */
export const WrittenSentence = Schema.Struct({
  /** In English. */
  en: Schema.String,
  /** In German. */
  de: Schema.String
})
export type WrittenSentence = typeof WrittenSentence.Type

export const writtenSentence = (sentence: Sentence): WrittenSentence => ({ en: sentence("en"), de: sentence("de") })

/**
 * A sentence in every language. `{name}` is replaced by a value, `{name:kind}` by one that is written as its kind says; each
 * language has the same of them, in an order of its own.
 */
export interface Text<En extends string = string> {
  readonly en: En
  readonly de: string
}

/** The kinds of placeholders, with the type of their values. */
interface Kinds {
  /** Cents: 6.50 in English, 6,50 in German. */
  readonly amount: bigint
  /** Names with commas between them. */
  readonly list: ReadonlyArray<string>
  /** The same, as many as people read; the others are counted. */
  readonly first_ten: ReadonlyArray<string>
  /** Names of which one is enough. */
  readonly or: ReadonlyArray<string>
  /** Part of a sentence that differs by language. */
  readonly sentence: Sentence
  /** Several sentences with semicolons between them. */
  readonly sentences: ReadonlyArray<Sentence>
  /** Several sentences, each in a line of its own. */
  readonly lines: ReadonlyArray<Sentence>
}

type Placeholders<T extends string> = T extends `${string}{${infer Found}}${infer Rest}` ? Found | Placeholders<Rest>
  : never
type NameOf<Found extends string> = Found extends `${infer Name}:${string}` ? Name : Found
type ValueOf<Found extends string> = Found extends `${string}:${infer Kind}`
  ? Kind extends keyof Kinds ? Kinds[Kind] : never
  : string | number | bigint

/** The values that a sentence needs. */
type ValuesOf<T extends string> = { readonly [Found in Placeholders<T> as NameOf<Found>]: ValueOf<Found> }

/** No argument for a sentence without values. */
export type ValuesArgument<T extends string> = [Placeholders<T>] extends [never] ? [] : [values: ValuesOf<T>]

/** The text itself if its languages have the same placeholders of known kinds; else a type that no text has. */
export type Checked<T extends Text> = string extends T["en" | "de"] ? { readonly en: "is written in one piece" }
  : Exclude<Placeholders<T["en"]>, Placeholders<T["de"]>> extends never
    ? Exclude<Placeholders<T["de"]>, Placeholders<T["en"]>> extends never
      ? [KindIn<Placeholders<T["en"]>>] extends [keyof Kinds] ? T
      : { readonly en: "has a placeholder of no known kind" }
    : { readonly de: "has a placeholder that the English text has not" }
  : { readonly de: "lacks a placeholder of the English text" }
type KindIn<Found extends string> = Found extends `${string}:${infer Kind}` ? Kind : never

/** A text whose placeholders are checked. */
export const text = <const T extends Text>(inLanguages: T & Checked<T>): T => inLanguages

/** A text with its values. */
export const say =
  <En extends string>(inLanguages: Text<En>, ...[values]: ValuesArgument<En>): Sentence => (language) =>
    inLanguages[language].replaceAll(placeholder, (_, name: string, kind: keyof Kinds | undefined) => {
      const value: unknown = (values as { readonly [name: string]: unknown } | undefined)?.[name]
      return kind === undefined ? String(value) : written(kind, value as never, language)
    })

const placeholder = /\{(\w+)(?::(\w+))?\}/g

const written = (kind: keyof Kinds, value: never, language: Language): string => writers[kind](value, language)

const listedAtMost = 10
const more = text({ en: " and {count} more", de: " und {count} weitere" })

const writers: { readonly [Kind in keyof Kinds]: (value: Kinds[Kind], language: Language) => string } = {
  amount: (cents, language) => {
    const amount = Money.format(cents)
    return language === "de" ? amount.replace(".", ",") : amount
  },
  list: (names) => names.join(", "),
  first_ten: (names, language) =>
    names.slice(0, listedAtMost).join(", ") +
    (names.length > listedAtMost ? say(more, { count: names.length - listedAtMost })(language) : ""),
  or: (names, language) => names.join(language === "de" ? " oder " : " or "),
  sentence: (sentence, language) => sentence(language),
  sentences: (sentences, language) => sentences.map((sentence) => sentence(language)).join("; "),
  lines: (sentences, language) => sentences.map((sentence) => `- ${sentence(language)}`).join("\n")
}
