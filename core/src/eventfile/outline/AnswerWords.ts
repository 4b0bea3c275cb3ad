// Without schemas, as browsers load it too.
import type { Language } from "../../base/Language.ts"
import type { FiscalDuty } from "./Country.ts"
import { type AnswerFault, type AnswerProblem, mostStalls } from "./EventAnswers.ts"

type Words = Readonly<Record<AnswerFault, string>>

const faults: Readonly<Record<Language, Words>> = {
  en: {
    noName: "the name is missing",
    noPrice: "the price is missing: write it as 4.50 or 4,50 behind the name",
    longName: "the name is longer than 255 characters",
    sameName: "the same name is in line {other}",
    depositHigher: "the deposit would be higher than the price; write a measure with its unit, such as 0.5 l",
    sameChip: "line {other} has the same chip number",
    samePin: "line {other} has the same PIN",
    missing: "This is needed",
    tooLong: "This is too long",
    noEmail: "This is no e-mail address, such as help@example.org",
    noDay: "Enter both days, as 2027-07-02",
    order: "The last day is before the first",
    noCountry: "This country is not in the list",
    noCurrency: "This is no currency with two decimals, such as EUR",
    noTimeZone: "This is no time zone, such as Europe/Berlin",
    noRate: "Enter the tax rates in per cent, such as 23 13.5",
    rateUnknown: "the country has no such tax rate",
    reserved: "bookings of Wristbank have this name; choose another",
    usualName: "something else that is sold has this name",
    noAmount: "Enter an amount, such as 12.50",
    noCount: `Enter a number from 0 to ${mostStalls}`,
    nothingSold: "There is nothing that could be sold here",
    noStall: "Say how many stalls there are: one is enough"
  },
  de: {
    noName: "der Name fehlt",
    noPrice: "der Preis fehlt: Er steht als 4,50 oder 4.50 hinter dem Namen",
    longName: "der Name ist länger als 255 Zeichen",
    sameName: "derselbe Name steht in Zeile {other}",
    depositHigher: "das Pfand wäre höher als der Preis; ein Maß braucht seine Einheit, etwa 0,5 l",
    sameChip: "Zeile {other} hat dieselbe Chipnummer",
    samePin: "Zeile {other} hat dieselbe PIN",
    missing: "Das wird gebraucht",
    tooLong: "Das ist zu lang",
    noEmail: "Das ist keine E-Mail-Adresse wie hilfe@example.org",
    noDay: "Beide Tage eingeben, als 2027-07-02",
    order: "Der letzte Tag liegt vor dem ersten",
    noCountry: "Dieses Land ist nicht in der Liste",
    noCurrency: "Das ist keine Währung mit zwei Nachkommastellen wie EUR",
    noTimeZone: "Das ist keine Zeitzone wie Europe/Berlin",
    noRate: "Die Steuersätze in Prozent eingeben, etwa 23 13,5",
    rateUnknown: "diesen Steuersatz hat das Land nicht",
    reserved: "so heißen eigene Buchungen von Wristbank, also einen anderen Namen wählen",
    usualName: "etwas anderes, das verkauft wird, heißt so",
    noAmount: "Einen Betrag eingeben, etwa 12,50",
    noCount: `Eine Zahl von 0 bis ${mostStalls} eingeben`,
    nothingSold: "Hier gibt es nichts, was verkauft werden könnte",
    noStall: "Wie viele Stände gibt es? Einer genügt"
  }
}
const lineWords = {
  en: (line: number, text: string, fault: string) => `Line ${line}, “${text}”: ${fault}`,
  de: (line: number, text: string, fault: string) => `Zeile ${line}, „${text}“: ${fault}`
}

/** What is wrong with an answer, for the person who gave it. */
export const problemText = ({ fault, line, other, text = "" }: AnswerProblem, language: Language): string => {
  const sentence = faults[language][fault].replace("{other}", String(other))
  return line === undefined ? sentence : lineWords[language](line, text, sentence)
}

/** What the state asks of receipts in a country, and what Wristbank does about it. */
export const fiscalWords: Readonly<Record<Language, Readonly<Record<FiscalDuty, string>>>> = {
  en: {
    signed: "Receipts need the signature of a certified device (TSE). Connect one under Fiscal before you open.",
    elsewhere:
      "Wristbank does not make the fiscal receipts that this country may ask of cash registers. Ask your tax adviser before you take money.",
    none: "This country asks no fiscal receipts of cash registers.",
    unknown:
      "Wristbank makes no fiscal receipts for this country. Ask a tax adviser there whether cash registers need them."
  },
  de: {
    signed:
      "Belege brauchen die Signatur einer zertifizierten Einrichtung (TSE). Sie wird unter „Fiskal“ angeschlossen, bevor es losgeht.",
    elsewhere:
      "Wristbank erstellt die Fiskalbelege nicht, die dieses Land von Kassen verlangen kann. Das gehört mit der Steuerberatung geklärt, bevor Geld angenommen wird.",
    none: "Dieses Land verlangt von Kassen keine Fiskalbelege.",
    unknown:
      "Für dieses Land erstellt Wristbank keine Fiskalbelege. Ob Kassen sie brauchen, weiß eine Steuerberatung dort."
  }
}
