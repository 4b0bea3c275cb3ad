import { DateTime } from "effect"
import { currencyFormat, withMinus } from "../base/CurrencyFormat.ts"
import * as Money from "../base/Money.ts"
import type { CloseOutProtocol } from "../cash/CloseOutProtocol.ts"
import type { Fact } from "./ReceiptSheet.ts"
import type { ReceiptLanguage } from "./ReceiptWords.ts"

/** The parts of a printed close-out protocol. */
export interface CloseOutSheet {
  /** For the document's language, such as `de-DE`. */
  readonly locale: string
  readonly heading: string
  /** The event's title and issuer. */
  readonly issuer: ReadonlyArray<string>
  readonly facts: ReadonlyArray<Fact>
  readonly head: readonly [value: string, count: string, sum: string]
  /** What was counted; empty where only a sum was. */
  readonly rows: ReadonlyArray<readonly [value: string, count: string, sum: string]>
  readonly total: readonly [name: string, sum: string]
  /** Expected, counted and the difference in words. */
  readonly sums: ReadonlyArray<Fact>
  /** Whether the expected amount was seen before counting. */
  readonly remark: string
  readonly comment: string
  /** Below a line each: the role and the name of who signs there. */
  readonly signatures: ReadonlyArray<string>
}

/** The event as a protocol names it. */
export interface ProtocolEvent {
  readonly title: string
  readonly issuer: string
  /** ISO 4217. */
  readonly currency: string
  /** IANA name. */
  readonly timeZone: string
}

const english = {
  locale: "en-GB",
  heading: "Close-out protocol",
  number: "Shift",
  cashier: "Cashier",
  register: "Cash register",
  from: "From",
  to: "Closed out at",
  counter: "Counted by",
  booker: "Booked by",
  value: "Note or coin",
  count: "Pieces",
  sum: "Sum",
  total: "Counted",
  expected: "Expected",
  difference: "Difference",
  over: (amount: string) => `${amount} over`,
  short: (amount: string) => `${amount} short`,
  exact: "none",
  blind: "The expected amount was not shown before counting.",
  shown: "The expected amount was shown before counting.",
  sumAlone: "Only the sum was entered, not the notes and coins.",
  comment: "Comment"
}

const german: typeof english = {
  locale: "de-DE",
  heading: "Kassensturzprotokoll",
  number: "Schicht",
  cashier: "Kassiert von",
  register: "Kassenlade",
  from: "Von",
  to: "Kassensturz am",
  counter: "Gezählt von",
  booker: "Gebucht von",
  value: "Schein oder Münze",
  count: "Stück",
  sum: "Summe",
  total: "Gezählt",
  expected: "Erwartet",
  difference: "Differenz",
  over: (amount) => `${amount} zu viel`,
  short: (amount) => `${amount} zu wenig`,
  exact: "keine",
  blind: "Der erwartete Betrag war vor dem Zählen nicht zu sehen.",
  shown: "Der erwartete Betrag war vor dem Zählen zu sehen.",
  sumAlone: "Nur die Summe wurde eingegeben, nicht die Scheine und Münzen.",
  comment: "Kommentar"
}

const words: { readonly [Language in ReceiptLanguage]: typeof english } = { en: english, de: german }

/** The parts of a protocol, with times in the event's zone. */
export const closeOutSheet = (
  protocol: CloseOutProtocol,
  { currency, issuer, timeZone, title }: ProtocolEvent,
  language: ReceiptLanguage
): CloseOutSheet => {
  const said = words[language]
  const formatter = currencyFormat(said.locale, currency)
  const money = (cents: bigint) => withMinus(formatter.format(Money.format(cents) as Intl.StringNumericLiteral))
  const at = (moment: DateTime.Utc) =>
    DateTime.formatIntl(
      moment,
      new Intl.DateTimeFormat(said.locale, { dateStyle: "medium", timeStyle: "short", timeZone })
    )
  const difference = protocol.cash_drawer_imbalance
  const counted = protocol.denominations?.filter(({ count }) => count > 0) ?? []
  return {
    locale: said.locale,
    heading: said.heading,
    issuer: [title, ...issuer.split(/\r?\n/)].filter((line) => line.trim() !== ""),
    facts: [
      [said.number, String(protocol.id)],
      [said.cashier, protocol.cashier_name],
      ...(protocol.register_name === null ? [] : [[said.register, protocol.register_name] as const]),
      [said.from, at(protocol.started_at)],
      [said.to, at(protocol.ended_at)],
      [said.counter, protocol.closing_out_user_name],
      [said.booker, protocol.booked_by_name]
    ],
    head: [said.value, said.count, said.sum],
    rows: counted.map(({ count, value }) => [money(value), String(count), money(Money.times(value, count))]),
    total: [said.total, money(protocol.actual_cash_drawer_balance)],
    sums: [
      [said.expected, money(protocol.expected_cash_drawer_balance)],
      [said.total, money(protocol.actual_cash_drawer_balance)],
      [
        said.difference,
        difference > 0n
          ? said.over(money(difference))
          : difference < 0n
          ? said.short(money(-difference))
          : said.exact
      ]
    ],
    remark: protocol.denominations === null ? said.sumAlone : protocol.expected_shown ? said.shown : said.blind,
    comment: protocol.comment === "" ? "" : `${said.comment}: ${protocol.comment}`,
    signatures: [
      `${said.cashier}: ${protocol.cashier_name}`,
      `${said.counter}: ${protocol.closing_out_user_name}`
    ]
  }
}
