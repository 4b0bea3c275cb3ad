import { Flags } from "@oclif/core"
import { countries } from "@wristbank/core/eventfile/outline/Country"

const count = (description: string) => Flags.integer({ description, min: 0, helpValue: "<number>" })
const file = (description: string) => Flags.string({ description, helpValue: "<file>" })

/** What a person knows of a new event. */
export const answerFlags = {
  name: Flags.string({ description: "the name of the event", helpValue: "<name>" }),
  contact: Flags.string({ description: "the e-mail address for guests' questions", helpValue: "<address>" }),
  issuer: Flags.string({
    description: "who sells, as receipts name them: the name, then the lines of the address, with | between them",
    helpValue: "<text>"
  }),
  "first-day": Flags.string({ description: "as 2027-07-02", helpValue: "<day>" }),
  "last-day": Flags.string({ description: "as 2027-07-04", helpValue: "<day>" }),
  country: Flags.string({
    description:
      "brings currency, taxes and time zone (default: by the clock of this computer); `other` with --currency, --time-zone and --tax-rates",
    options: [...countries.map(({ code }) => code), "other"]
  }),
  currency: Flags.string({ description: "of another country, as PLN", helpValue: "<code>" }),
  "time-zone": Flags.string({ description: "of another country, as Europe/Warsaw", helpValue: "<zone>" }),
  "tax-rates": Flags.string({
    description: "of another country, in per cent, the usual one first: \"23 8\"",
    helpValue: "<rates>"
  }),
  goods: file("a file with what is sold: `name price [deposit] [tax %]`, one a line"),
  stalls: count("stalls that sell what --goods lists (default: 1 with --goods)"),
  bars: count("bars that sell the usual drinks"),
  kitchens: count("kitchens that sell the usual dishes"),
  entrances: count("entrances that sell admission and top wristbands up; without one, stalls do"),
  admission: Flags.string({ description: "the price of admission (default: none)", helpValue: "<amount>" }),
  "untaxed-deposit": Flags.boolean({
    description: "deposits have no tax (default: that of the goods)",
    default: false
  }),
  "cash-only": Flags.boolean({ description: "guests pay in cash, without wristbands", default: false }),
  "wristbands-only": Flags.boolean({ description: "stalls take no cash", default: false, exclusive: ["cash-only"] }),
  float: Flags.string({ description: "the cash with which a register begins", default: "100", helpValue: "<amount>" }),
  leads: file("a file with the people who lead: `name [PIN] [chip number]`, one a line"),
  cashiers: file("a file with the people who sell, in the same form"),
  "supplied-keys": Flags.boolean({
    description: "the chips of the wristbands have keys of their supplier, which are entered later",
    default: false
  }),
  language: Flags.string({ description: "of the names that are made", options: ["en", "de"], default: "en" })
}
