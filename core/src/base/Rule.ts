import { Schema } from "effect"
import type { Language } from "./Language.ts"
import { type Checked, say, type Sentence, type Text, type ValuesArgument } from "./Sentence.ts"

/** One rule of a room: its sentence, and the advice for the refused caller. */
export interface RuleText extends Text {
  /**
   * The error class that is raised; `InvalidArgument` by default. `Problem` for a rule that refuses nothing by itself: it is one
   * of the `problems` of another refusal.
   */
  readonly id?: string
  /** The condition, for the documentation; by default the English sentence. */
  readonly when?: string
  /** How to avoid or undo the refusal; English, for the documentation. */
  readonly remedy: string
}

/** A reason to refuse a call, with the name that programs compare and the sentence that people read. */
export interface Rule<Name extends string = string, Id extends string = string, En extends string = string>
  extends Text<En>
{
  /** The room and the name in it, such as `order.button_unknown`; it never changes. */
  readonly name: Name
  readonly id: Id
  readonly when?: string
  readonly remedy: string
}

type IdOf<T extends RuleText> = T extends { readonly id: infer Id extends string } ? Id : "InvalidArgument"

type RulesOf<Room extends string, Texts extends { readonly [key: string]: RuleText }> = {
  readonly [Key in keyof Texts & string]: Rule<`${Room}.${Key}`, IdOf<Texts[Key]>, Texts[Key]["en"]>
}

/** The rules of a room, by their names in it. */
export const defineRules = <const Room extends string, const Texts extends { readonly [key: string]: RuleText }>(
  room: Room,
  texts: Texts & { readonly [Key in keyof Texts]: Checked<Texts[Key]> }
): RulesOf<Room, Texts> =>
  Object.fromEntries(
    Object.entries<RuleText>(texts).map(([key, { id = "InvalidArgument", ...text }]) => [
      key,
      { name: `${room}.${key}`, id, ...text }
    ])
  ) as unknown as RulesOf<Room, Texts>

/** The fields of an error that is raised by rules: the name of one, and its sentence in English. */
export const ruleFields = { rule: Schema.String, message: Schema.String }

/** One of several reasons that a refusal gives together. */
export interface Problem {
  readonly rule: string
  /** The fields of the request that have to change; none if the problem lies in no single field. */
  readonly fields: ReadonlyArray<string>
  readonly sentence: Sentence
}

/** A problem by a rule, with the fields of the request that it concerns and the values in its sentence. */
export const problem = <En extends string>(
  rule: Rule<string, string, En>,
  fields: ReadonlyArray<string>,
  ...values: ValuesArgument<En>
): Problem => ({ rule: rule.name, fields, sentence: say(rule, ...values) })

/** A problem as answers show it, with its message in one language. */
export const ProblemAnswer = Schema.Struct({
  /** The rule that is broken. */
  rule: Schema.String,
  /** The fields of the request that have to change; empty if the problem lies in no single field. */
  fields: Schema.Array(Schema.String),
  /** The problem as a sentence, in the language of the caller. */
  message: Schema.String
})

/** The problems as answers show them. */
export const problemsIn = (
  problems: ReadonlyArray<Problem>,
  language: Language
): ReadonlyArray<typeof ProblemAnswer.Type> =>
  problems.map(({ fields, rule, sentence }) => ({ rule, fields, message: sentence(language) }))

/** The sentences of errors that this process raised. An error that was decoded from an answer has its English message alone. */
const sentences = new WeakMap<object, Sentence>()

/** Builds an error from a rule and the values in its sentence; `make` gets the fields that all such errors have. */
export const madeByRule = <E extends { readonly _tag: string }>(
  make: (fields: { readonly rule: string; readonly message: string }) => E
) =>
<Name extends string, En extends string>(rule: Rule<Name, E["_tag"], En>, ...values: ValuesArgument<En>): E => {
  const sentence = say(rule, ...values)
  const error = make({ rule: rule.name, message: sentence("en") })
  sentences.set(error, sentence)
  return error
}

/** Builds an error of a class that has no fields of its own. */
export const byRule = <E extends { readonly _tag: string }>(
  errorClass: new(fields: { readonly rule: string; readonly message: string }) => E
) => madeByRule((fields) => new errorClass(fields))

/** The message of such an error in a language. */
export const messageByRule = (error: { readonly message: string }, language: Language): string =>
  sentences.get(error)?.(language) ?? error.message

/** The name of a refusal: its rule, or its id for classes without rules. */
export const refusalName = (error: { readonly _tag: string; readonly rule?: string | undefined }): string =>
  error.rule ?? error._tag
