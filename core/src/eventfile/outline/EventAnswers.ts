// Without schemas, as browsers load it too.
import type { OtherCountry } from "./Country.ts"
import type { LineFault } from "./GoodsList.ts"
import type { PersonFault } from "./PeopleList.ts"

/** The kinds of stalls: with the list of what is sold, with what most bars or kitchens sell, and the entrance. */
export const stallKinds = ["own", "bar", "kitchen", "entrance"] as const
export type StallKind = typeof stallKinds[number]

/** Most stalls of one kind. */
export const mostStalls = 50

/** What a person knows of an event before anything is set up. All texts are as they were typed. */
export interface EventAnswers {
  readonly name: string
  /** The e-mail address for guests' questions. */
  readonly contact: string
  /** Who sells, as receipts name them: the name in the first line, the address in the others. */
  readonly issuer: string
  /** As `2027-07-02`; both empty while they are not known. */
  readonly firstDay: string
  readonly lastDay: string
  /** The code of one of `countries`; empty for another, which `other` describes. */
  readonly country: string
  readonly other: OtherCountry
  /** What is sold at stalls of the kind `own`, a line each. */
  readonly goods: string
  /** Whether a deposit has the tax rate of what it is on, or none. */
  readonly depositTax: "as_goods" | "untaxed"
  /** How many there are of each kind. */
  readonly stalls: Readonly<Record<StallKind, number>>
  /** Whether guests pay by wristband; otherwise stalls take cash alone. */
  readonly wristbands: boolean
  /** Whether stalls take cash beside wristbands. */
  readonly cashAtStalls: boolean
  /** The price of admission; empty for none. */
  readonly admission: string
  /** The cash with which each register begins. */
  readonly float: string
  /** Who leads and who sells, a person a line. */
  readonly leads: string
  readonly cashiers: string
  /** Whether the chips have keys of their supplier, which are entered later. */
  readonly suppliedKeys: boolean
}

/** An event of which nothing is known yet. */
export const noAnswers: EventAnswers = {
  name: "",
  contact: "",
  issuer: "",
  firstDay: "",
  lastDay: "",
  country: "DE",
  other: { currency: "EUR", timeZone: "Europe/Berlin", rates: "" },
  goods: "",
  depositTax: "as_goods",
  stalls: { own: 0, bar: 0, kitchen: 0, entrance: 0 },
  wristbands: true,
  cashAtStalls: true,
  admission: "",
  float: "100",
  leads: "",
  cashiers: "",
  suppliedKeys: false
}

export type AnswerFault =
  | LineFault
  | PersonFault
  | "missing"
  | "tooLong"
  | "noEmail"
  | "noDay"
  | "order"
  | "noCountry"
  | "noCurrency"
  | "noTimeZone"
  | "noRate"
  | "rateUnknown"
  | "reserved"
  | "usualName"
  | "noAmount"
  | "noCount"
  | "nothingSold"
  | "noStall"

/** An answer with which no event can be made. */
export interface AnswerProblem {
  readonly field: keyof EventAnswers | "currency" | "timeZone" | "rates" | StallKind
  readonly fault: AnswerFault
  /** The line of a list, from 1, and what it says. */
  readonly line?: number
  readonly text?: string
  /** The other line of two that are the same. */
  readonly other?: number
}
