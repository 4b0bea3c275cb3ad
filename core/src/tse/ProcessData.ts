import { Result, Schema } from "effect"
import * as Money from "../base/Money.ts"

/** The processType of every receipt (DSFinV-K, annex on the TSE). */
export const processType = "Kassenbeleg-V1"

/** Process data that aborts a transaction without an order. */
export const abortedReceipt = "AVBelegabbruch^0.00_0.00_0.00_0.00_0.00^"

/** An order can't be signed, or a text is not process data. No call fails with it, only a signature. */
export class InvalidProcessData extends Schema.TaggedError<InvalidProcessData>()("InvalidProcessData", {
  message: Schema.String
}) {}

/** Whether a payment was in cash. */
export type Kind = "Bar" | "Unbar"

/** Parsed process data. */
export interface ProcessData {
  readonly transactionType: string
  /** Gross amounts in cents: general rate, reduced rate, § 24 (1) 3, § 24 (1) 1 UStG, none. */
  readonly slots: readonly [Money.Cents, Money.Cents, Money.Cents, Money.Cents, Money.Cents]
  /** Cash first; each amount is in the currency beside it. */
  readonly payments: ReadonlyArray<{ readonly amount: Money.Cents; readonly kind: Kind; readonly currency: string }>
}

const refuse = (message: string) => Result.fail(new InvalidProcessData({ message }))

/** Euro is never named. */
const formatPayment = ({ amount, currency, kind }: ProcessData["payments"][number]) =>
  [Money.format(amount), kind, ...(currency === "EUR" ? [] : [currency])].join(":")

export const format = ({ payments, slots, transactionType }: ProcessData): string =>
  [transactionType, slots.map(Money.format).join("_"), payments.map(formatPayment).join("_")].join("^")

const transactionTypes =
  "Beleg|AVRechnung|AVTransfer|AVBestellung|AVTraining|AVBelegstorno|AVBelegabbruch|AVSachbezug|AVSonstige"
const amountText = String.raw`-?\d{1,13}\.\d{2}`
const grammar = new RegExp(
  String.raw`^(${transactionTypes})\^(${amountText}(?:_${amountText}){4})\^(.*)$`
)
const paymentGrammar = new RegExp(String.raw`^(${amountText}):(Bar|Unbar)(?::([A-Z]{3}))?$`)

const parseAmount = (text: string): Money.Cents => {
  const cents = BigInt(text.replace(/[-.]/g, ""))
  return Money.Cents.make(text.startsWith("-") ? -cents : cents)
}

const rank = ({ currency, kind }: ProcessData["payments"][number]) =>
  (kind === "Bar" ? 0 : 2) + (currency === "EUR" ? 0 : 1)

/** Parses process data; text against the grammar is refused, even if it was signed. */
export const parse = (text: string): Result.Result<ProcessData, InvalidProcessData> => {
  const match = grammar.exec(text)
  if (match === null) return refuse("Not the process data of a receipt: expected type, five amounts and payments")
  const payments: Array<ProcessData["payments"][number]> = []
  for (const payment of match[3] === "" ? [] : match[3]!.split("_")) {
    const parts = paymentGrammar.exec(payment)
    if (parts === null) return refuse(`Not a payment: ${payment}`)
    payments.push({ amount: parseAmount(parts[1]!), kind: parts[2] as Kind, currency: parts[3] ?? "EUR" })
  }
  if (payments.some((payment, i) => i > 0 && rank(payments[i - 1]!) > rank(payment))) {
    return refuse("Payments have to be cash before others, and euro before other currencies")
  }
  const [b1, b2, b3, b4, b5] = match[2]!.split("_").map(parseAmount)
  const parsed: ProcessData = { transactionType: match[1]!, slots: [b1!, b2!, b3!, b4!, b5!], payments }
  return format(parsed) === text
    ? Result.succeed(parsed)
    : refuse("An amount or a currency is not written as it should be")
}
