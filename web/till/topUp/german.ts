import type { english } from "./english.ts"

export const german: typeof english = {
  keysShow: "Tasten",
  keysHide: "Tasten weg",
  balanceThen: "Guthaben danach",
  payment: "Bezahlung",
  amountMalformed: "Das ist kein Betrag. Bitte so eingeben: 12,50.",
  amountMissing: "Erst einen Betrag wählen.",
  amountRefused: "Dieser Betrag geht nicht, siehe dort.",
  guestMissing: "Erst das Armband des Gastes an den Leser halten.",
  noRegister: "Bargeld geht nicht: In dieser Kasse liegt keine Kassenlade. Wer Geld bringt, kann eine ausgeben.",
  topUpAmount: "Betrag zum Aufladen",
  payOutAmount: "Betrag zum Auszahlen",
  payOutWhole: "Ganzes Guthaben",
  payOutCash: (amount) => `${amount} bar auszahlen`,
  payOutGive: "Dem Gast geben",
  payOutNothing: "Es gibt nichts auszuzahlen.",
  cannotBookEntries:
    "Der Server antwortet nicht, oder frühere Buchungen warten noch auf ihn. Die Eingaben bleiben, wie sie sind."
}
