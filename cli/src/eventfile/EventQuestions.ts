import { parse } from "@wristbank/core/eventfile/EventFileText"
import { fiscalWords, problemText } from "@wristbank/core/eventfile/outline/AnswerWords"
import { countryIn } from "@wristbank/core/eventfile/outline/Country"
import { type AnswerProblem, type EventAnswers, noAnswers } from "@wristbank/core/eventfile/outline/EventAnswers"
import { outlineOf } from "@wristbank/core/eventfile/outline/EventOutline"
import { drawPins, pinLength } from "@wristbank/core/wristband/PinDraw"
import { Effect, Schema } from "effect"
import { randomBytes, randomInt } from "node:crypto"
import { readInputFile } from "../files/InputFile.ts"
import { FlagNotRead } from "../flags/FlagNotRead.ts"
import { ask as askAtTerminal } from "../shell/Confirmation.ts"
import type { answerFlags } from "./AnswerFlags.ts"

/** Raised when no event can be made of the answers; its message has a line for each of them. */
class AnswersRefused extends Schema.TaggedError<AnswersRefused>()("AnswersRefused", { message: Schema.String }) {}

type Given = {
  readonly [Name in keyof typeof answerFlags]?: string | number | boolean | undefined
}

/** The answers that people are asked for, in this order, unless flags gave them. */
const questions = [
  ["name", "Name of the event"],
  ["contact", "E-mail address for guests' questions"],
  ["first-day", "First day, as 2027-07-02 (empty: not known yet)"],
  ["last-day", "Last day (empty: not known yet)"],
  ["goods", "File with what is sold, `name price [deposit]` a line (empty: none)"],
  ["bars", "Bars with the usual drinks"],
  ["kitchens", "Kitchens with the usual dishes"],
  ["entrances", "Entrances that sell admission and top up"]
] as const

const numbers: ReadonlySet<string> = new Set(["bars", "entrances", "kitchens"])

/** Asks for what the flags left open, if someone is at the terminal. */
const completed = Effect.fnUntraced(function*(given: Given, ask: typeof askAtTerminal) {
  const answers: Record<string, string | number | boolean | undefined> = { ...given }
  for (const [flag, question] of questions) {
    if (answers[flag] !== undefined) continue
    const typed = ((yield* ask(`${question}: `)) ?? "").trim()
    if (typed === "") continue
    const number = Number(typed)
    if (numbers.has(flag) && !Number.isInteger(number)) {
      return yield* new FlagNotRead({ message: `${question}: ${typed} is no number` })
    }
    answers[flag] = numbers.has(flag) ? number : typed
  }
  return answers as Given
})

const textOf = (value: Given[keyof Given]) => value === undefined ? "" : String(value)

const contentOf = (path: Given[keyof Given]) =>
  path === undefined
    ? Effect.succeed("")
    : Effect.map(readInputFile(String(path)), (bytes) => new TextDecoder().decode(bytes))

const answersOf = Effect.fnUntraced(function*(given: Given) {
  const goods = yield* contentOf(given.goods)
  const [leads, cashiers] = yield* Effect.all([contentOf(given.leads), contentOf(given.cashiers)])
  const here = countryIn(Intl.DateTimeFormat().resolvedOptions().timeZone)?.code ?? noAnswers.country
  const country = given.country === undefined ? here : textOf(given.country)
  return {
    ...noAnswers,
    name: textOf(given.name),
    contact: textOf(given.contact),
    issuer: textOf(given.issuer).replaceAll("|", "\n"),
    firstDay: textOf(given["first-day"]),
    lastDay: textOf(given["last-day"]),
    country: country === "other" ? "" : country,
    other: {
      currency: textOf(given.currency),
      timeZone: textOf(given["time-zone"]),
      rates: textOf(given["tax-rates"])
    },
    goods,
    depositTax: given["untaxed-deposit"] === true ? "untaxed" : "as_goods",
    stalls: {
      own: Number(given.stalls ?? (given.goods === undefined ? 0 : 1)),
      bar: Number(given.bars ?? 0),
      kitchen: Number(given.kitchens ?? 0),
      entrance: Number(given.entrances ?? 0)
    },
    wristbands: given["cash-only"] !== true,
    cashAtStalls: given["wristbands-only"] !== true,
    admission: textOf(given.admission),
    float: textOf(given.float),
    leads,
    cashiers,
    suppliedKeys: given["supplied-keys"] === true
  } satisfies EventAnswers
})

/** The flag of each answer. */
const flagOf: { readonly [Field in AnswerProblem["field"]]?: keyof typeof answerFlags } = {
  firstDay: "first-day",
  lastDay: "last-day",
  timeZone: "time-zone",
  rates: "tax-rates",
  own: "stalls",
  bar: "bars",
  kitchen: "kitchens",
  entrance: "entrances",
  stalls: "bars"
}

const chance = { key: () => randomBytes(16).toString("hex"), pin: () => pins()[0]! }
const pins = () => drawPins({ count: 1, length: pinLength(1), taken: new Set() }, randomInt)

const outlineOfFlags = Effect.fnUntraced(function*(given: Given, isAsked: boolean, ask: typeof askAtTerminal) {
  const answers = yield* answersOf(isAsked ? yield* completed(given, ask) : given)
  const outline = outlineOf(answers, given.language === "de" ? "de" : "en", chance)
  if (!("problems" in outline)) return outline
  const lines = outline.problems.map((problem) =>
    `--${flagOf[problem.field] ?? problem.field}: ${problemText(problem, "en")}`
  )
  return yield* new AnswersRefused({ message: lines.join("\n") })
})

/** The event that follows from the flags, and from what someone at the terminal says besides; and what is to be known of it. */
export const outlinedOfFlags = Effect.fnUntraced(
  function*(given: Given, isAsked: boolean, ask: typeof askAtTerminal = askAtTerminal) {
    const { country, file: outlined, secrets, withoutWristband } = yield* outlineOfFlags(given, isAsked, ask)
    const { contents } = yield* Effect.fromResult(parse("the answers", JSON.stringify(outlined)))
    const notes = [
      fiscalWords.en[country.fiscal],
      ...(withoutWristband.length > 0
        ? [`Not made, as no wristband of theirs is known: ${withoutWristband.join(", ")}`]
        : [])
    ]
    return { contents, notes, secrets }
  }
)
