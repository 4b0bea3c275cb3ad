import type { OtherCountry } from "@wristbank/core/eventfile/outline/Country"
import type { EventAnswers, StallKind } from "@wristbank/core/eventfile/outline/EventAnswers"

/** The entries of the page: the answers, flat. */
type EntryName = Exclude<keyof EventAnswers, "other" | "stalls"> | keyof OtherCountry | StallKind

interface EntryText {
  readonly label: string
  readonly hint?: string
}

const entries: Readonly<Record<EntryName, EntryText>> = {
  name: { label: "Name" },
  contact: { label: "Contact for guests", hint: "The e-mail address that the portal names." },
  issuer: {
    label: "Seller on receipts",
    hint: "Name and address, as receipts show them. The first line is the name. Can follow later."
  },
  firstDay: { label: "First day", hint: "Can follow later." },
  lastDay: { label: "Last day" },
  country: { label: "Country", hint: "Brings the currency, the taxes and the time zone." },
  currency: { label: "Currency", hint: "Its code, such as PLN." },
  timeZone: { label: "Time zone", hint: "Such as Europe/Warsaw." },
  rates: { label: "Tax rates in per cent", hint: "The usual one first: 23 8" },
  depositTax: { label: "Tax of deposits", hint: "A question for your tax adviser." },
  goods: {
    label: "What you sell",
    hint:
      "One product a line: name, price, and the deposit if there is one. A tax other than the usual one goes last. A line that ends with a colon is a heading."
  },
  own: { label: "Stalls with this list", hint: "Empty: one, if there is a list." },
  bar: { label: "Bars" },
  kitchen: { label: "Kitchens" },
  entrance: { label: "Entrances", hint: "They sell admission and top wristbands up. Without one, the stalls do." },
  wristbands: { label: "Guests pay by wristband" },
  cashAtStalls: { label: "Stalls take cash as well" },
  admission: { label: "Price of admission", hint: "Empty: it is free." },
  float: { label: "Float of a register", hint: "The cash with which a till begins." },
  leads: {
    label: "Who leads",
    hint:
      "One person a line. They hand out cash and sign the others in. With the wristband they work with: name, PIN, chip number."
  },
  cashiers: { label: "Who sells", hint: "One person a line, in the same form." },
  suppliedKeys: {
    label: "The chips have keys of their supplier",
    hint: "Then enter these before anyone gets a wristband. Otherwise random keys are made, which stay."
  }
}

export const english = {
  entries,
  otherCountry: "Another country",
  asGoods: "As what the deposit is on",
  untaxed: "No tax",
  event: "The event",
  selling: "What is sold, and where",
  paying: "How guests pay",
  people: "Who works there",
  goodsExample: "Mate 4.50 2.00\nBrownie 3.50",
  usual: (goods: string) => `With the usual: ${goods}`,
  show: "Show what will be made",
  hasProblems: "Something is missing. It is marked above.",
  willBe: (name: string) => `${name} will have`,
  soldAt: (stall: string, tills: string) => `${stall}, ${tills}`,
  tills: (count: number, shown: string) => count === 1 ? "1 till" : `${shown} tills`,
  product: "Product",
  price: "Price",
  deposit: "Deposit",
  tax: "Tax",
  admissionAnd: "Admission, top-ups, pay-outs in cash",
  without: (names: string) =>
    `No wristband of theirs is known, so they are not made yet: ${names}. At any till, a lead adds them under People, with their wristband.`,
  inDetail: "All that is made",
  make: (name: string) => `Make ${name}`,
  changeLater: "Everything can be changed afterwards.",
  made: (name: string) => `${name} is there.`,
  sheets: "Print the sheets for the tills",
  sheetsHint: "One page a till, with a code that makes a phone or tablet the till.",
  wristbandsOfGuests: "Import the wristbands of guests",
  checklist: "What is left to do",
  download: "Download as a file"
}

export type NewEventTexts = typeof english
