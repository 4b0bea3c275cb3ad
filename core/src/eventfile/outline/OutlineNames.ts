// Without schemas, as browsers load it too.
import type { Language } from "../../base/Language.ts"
import type { StallKind } from "./EventAnswers.ts"

/** What an event that is made of answers calls its parts. */
export interface OutlineNames {
  readonly stalls: Readonly<Record<StallKind, string>>
  readonly deposit: string
  readonly admission: string
  readonly float: string
  readonly register: (till: string) => string
  readonly lead: string
  readonly cashier: string
  readonly keys: string
  readonly decimal: string
}

export const outlineNames: Readonly<Record<Language, OutlineNames>> = {
  en: {
    stalls: { own: "Stall", bar: "Bar", kitchen: "Kitchen", entrance: "Entrance" },
    deposit: "Deposit",
    admission: "Admission",
    float: "Float",
    register: (till) => `Register ${till}`,
    lead: "Shift lead",
    cashier: "Cashier",
    keys: "Random keys, for wristbands without keys",
    decimal: "."
  },
  de: {
    stalls: { own: "Stand", bar: "Bar", kitchen: "Küche", entrance: "Eingang" },
    deposit: "Pfand",
    admission: "Eintritt",
    float: "Wechselgeld",
    register: (till) => `Lade ${till}`,
    lead: "Schichtleitung",
    cashier: "Kasse",
    keys: "Zufällige Schlüssel, für Armbänder ohne Schlüssel",
    decimal: ","
  }
}
