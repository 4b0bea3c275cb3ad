// Without schemas, as browsers load it too.
import { currencyCodes } from "../../base/CurrencyCode.ts"
import { isEmailAddress } from "../../base/EmailAddress.ts"
import { typedCents } from "../../base/TypedAmount.ts"
import { visible } from "../../base/VisibleText.ts"
import { countries } from "./Country.ts"
import { type AnswerProblem, type EventAnswers, mostStalls, type StallKind, stallKinds } from "./EventAnswers.ts"
import { rateIn } from "./GoodsList.ts"

const longestName = 255
const longestIssuer = 5000
const longestDay = 86_400_000

/** Midnight in UTC of a day as it is typed; undefined for one that no calendar has. */
const dayIn = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? undefined : at
}

/** The day after one, as `2027-07-05`. */
export const dayAfter = (day: string): string => new Date(dayIn(day)! + longestDay).toISOString().slice(0, 10)

const isTimeZone = (text: string) => {
  try {
    return text !== "" && new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** Rates in ten-thousandths, as `23 13,5 0` writes them in per cent; undefined if one of them is no rate. */
export const ratesIn = (text: string): ReadonlyArray<number> | undefined => {
  const rates = text.replaceAll(/\s+%/g, "%").split(/[\s;]+/).filter((word) => word !== "").map(rateIn)
  const found = rates.filter((rate) => rate !== undefined)
  return found.length < rates.length || found.length === 0 ? undefined : [...new Set(found)]
}

/** The cents of an amount that may be left out. */
export const centsOr = (text: string, otherwise: number): number | undefined => {
  const cents = text.trim() === "" ? otherwise : typedCents(text)
  return cents === undefined || cents < 0 || cents > 1_000_000_000 ? undefined : cents
}

const problem = (field: AnswerProblem["field"], fault: AnswerProblem["fault"]): AnswerProblem => ({ field, fault })

const aboutEvent = ({ contact, issuer, name }: EventAnswers): ReadonlyArray<AnswerProblem> => {
  const named = visible(name)
  return [
    ...(named === "" ? [problem("name", "missing")] : named.length > longestName ? [problem("name", "tooLong")] : []),
    ...(visible(contact) === ""
      ? [problem("contact", "missing")]
      : isEmailAddress(visible(contact))
      ? []
      : [problem("contact", "noEmail")]),
    ...(issuer.length > longestIssuer ? [problem("issuer", "tooLong")] : [])
  ]
}

const aboutDays = ({ firstDay, lastDay }: EventAnswers): ReadonlyArray<AnswerProblem> => {
  if (firstDay === "" && lastDay === "") return []
  const [first, last] = [dayIn(firstDay), dayIn(lastDay)]
  return [
    ...(first === undefined ? [problem("firstDay", "noDay")] : []),
    ...(last === undefined ? [problem("lastDay", "noDay")] : []),
    ...(first !== undefined && last !== undefined && last < first ? [problem("lastDay", "order")] : [])
  ]
}

const aboutCountry = ({ country, other }: EventAnswers): ReadonlyArray<AnswerProblem> => {
  if (country !== "") return countries.some(({ code }) => code === country) ? [] : [problem("country", "noCountry")]
  return [
    ...(currencyCodes.includes(other.currency) ? [] : [problem("currency", "noCurrency")]),
    ...(isTimeZone(other.timeZone) ? [] : [problem("timeZone", "noTimeZone")]),
    ...(ratesIn(other.rates) === undefined ? [problem("rates", "noRate")] : [])
  ]
}

const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count <= mostStalls

const aboutStalls = ({ stalls, wristbands }: EventAnswers): ReadonlyArray<AnswerProblem> => {
  const unreadable = stallKinds.filter((kind) => !isCount(stalls[kind]))
  const selling: ReadonlyArray<StallKind> = ["own", "bar", "kitchen"]
  return [
    ...unreadable.map((kind) => problem(kind, "noCount")),
    ...(unreadable.length === 0 && selling.every((kind) => stalls[kind] === 0) ? [problem("stalls", "noStall")] : []),
    ...(!wristbands && stalls.entrance > 0 && isCount(stalls.entrance) ? [problem("entrance", "nothingSold")] : [])
  ]
}

/** What is wrong with the answers beside their lists. */
export const problemsOfAnswers = (answers: EventAnswers): ReadonlyArray<AnswerProblem> => [
  ...aboutEvent(answers),
  ...aboutDays(answers),
  ...aboutCountry(answers),
  ...aboutStalls(answers),
  ...(centsOr(answers.admission, 0) === undefined ? [problem("admission", "noAmount")] : []),
  ...(centsOr(answers.float, 0) === undefined ? [problem("float", "noAmount")] : [])
]
