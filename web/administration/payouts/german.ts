import type { PayoutTexts } from "./english.ts"

const payouts = (count: string) => count === "1" ? "1 Auszahlung" : `${count} Auszahlungen`
const transfers = (count: string) => count === "1" ? "1 Überweisung" : `${count} Überweisungen`

export const german: PayoutTexts = {
  states: {
    open: "angelegt, noch keine Überweisungsdatei",
    exported: "Überweisungsdatei erstellt",
    done: "abgeschlossen",
    revoked: "widerrufen"
  },
  statuses: {
    reserved: "zurückgelegt",
    paid: "ausgezahlt",
    returned: "von der Bank zurück",
    released: "zurückgegeben, Lauf widerrufen"
  },
  reasons: {
    blocked: "Auszahlung gesperrt",
    name_missing: "Kein brauchbarer Name zum Konto",
    iban_missing: "Keine IBAN",
    iban_invalid: "IBAN ungültig",
    country_not_allowed: "Bankkonto in einem nicht erlaubten Land",
    amount_too_high: "Mehr, als eine Überweisung bewegen kann",
    sum_reached: "Summe des Laufs erreicht",
    count_reached: "Anzahl der Auszahlungen erreicht"
  },
  run: "Lauf",
  runName: (id) => `Auszahlungslauf ${id}`,
  state: "Stand",
  created: "Angelegt",
  createdBy: "Von",
  setDone: "Abgeschlossen",
  toBank: "An die Bank",
  donations: "Gespendet",
  count: "Auszahlungen",
  pending: "Wartet auf einen Lauf",
  nobodyPending: "Niemand wartet auf eine Auszahlung.",
  leftOutSum: "Ausgelassen",
  seeLeftOut: "Ansehen, wer warum ausgelassen wird",
  newRun: "Neuer Auszahlungslauf",
  noRuns: "Noch keine Auszahlungsläufe. Ein Lauf sammelt, was Gäste zurückmöchten, in einer Überweisungsdatei.",
  sumLimit: "Höchstens diese Summe",
  sumLimitHint: "Leer: alles.",
  countLimit: "Höchstens so viele Auszahlungen",
  countLimitHint: (most) => `Leer: so viele, wie ein Lauf haben darf (${most}).`,
  noAmount: "Ein Betrag, etwa 5000.",
  noCount: "Eine ganze Zahl ab 1.",
  preview: "Was dieser Lauf auszahlen würde",
  whoIsPaid: (count) => `Wer ausgezahlt wird: ${payouts(count)}`,
  createRun: (count, sum) => `Lauf anlegen: ${payouts(count)}, ${sum}`,
  createHint:
    "Das Geld wird sofort zurückgelegt, damit es niemand ausgibt. Ein Lauf lässt sich widerrufen, bis er abgeschlossen ist.",
  countryHint:
    "Bankdaten ändert der Gast im Portal, Länder stehen in den Einstellungen der Auszahlungen, eine Sperre endet auf der Seite des Gasts.",
  sum: "Summe",
  guests: "Gäste",
  reason: "Grund",
  holder: "Kontoname",
  iban: "IBAN",
  email: "E-Mail",
  guest: "Gast",
  amount: "Betrag",
  donation: "Spende",
  status: "Stand",
  blockedBy: "Gesperrt von",
  blockedSince: "Gesperrt seit",
  blockedHow: (users, since) => since === undefined ? `von ${users}` : `von ${users}, seit ${since}`,
  userGone: "einem Nutzer, den es nicht mehr gibt",
  nobodyLeftOut: "Niemand wird ausgelassen: Alle, die es möchten, können ausgezahlt werden.",
  unclaimed: "Geld, das niemand verlangt hat",
  unclaimedHint: "Es bleibt auf den Konten der Gäste, bis sie im Portal ihre Bankdaten eingeben.",
  allBalances: "Auf allen Armbändern",
  waiting: "Wartet auf einen Lauf, mit Spenden",
  rest: "Nicht verlangt",
  nextOpen: "Als Nächstes: die Überweisungsdatei erstellen und der Bank geben.",
  nextExported: "Als Nächstes: Sobald die Bank die Datei ausgeführt hat, den Lauf abschließen.",
  nextDone: "Nichts mehr zu tun. Was die Bank zurückgibt, lässt sich unten zurückbuchen.",
  nextRevoked: "Das Geld ist wieder auf den Armbändern der Gäste.",
  bankFile: "Überweisungsdatei erstellen",
  bankFileTitle: (id) => `Überweisungsdatei zu Lauf ${id}`,
  bankFileHint: "Ab jetzt kann die Bank den Auftrag haben. Die Datei bleibt und lässt sich wieder herunterladen.",
  executionDate: "Ausführungstag",
  version: "Format",
  versionNew: "pain.001.001.09, für die meisten Banken",
  versionOld: "pain.001.001.03, für manche",
  part: "Teil",
  partHint: "Nur bei Läufen, die für eine Datei zu lang sind: 1, 2 …",
  download: "Herunterladen",
  csv: "Liste für die Buchhaltung (CSV)",
  done: "Abschließen",
  doneTitle: (id) => `Lauf ${id} abschließen`,
  doneHint: (count, sum) =>
    `Als ausgezahlt gebucht: ${
      payouts(count)
    } über ${sum}; Gäste bekommen eine Mail. Erst dann, wenn die Bank die Datei ausgeführt hat. Das lässt sich nicht zurücknehmen.`,
  doneWithoutFile:
    "Von diesem Lauf wurde keine Überweisungsdatei erstellt. Die Bank hat alles auf anderem Weg gezahlt.",
  revoke: "Widerrufen",
  revokeTitle: (id) => `Lauf ${id} widerrufen`,
  revokeHint: "Alles Geld dieses Laufs geht zurück auf die Armbänder. Gäste können es ausgeben oder wieder verlangen.",
  revokeForce: "Die Bank führt die Datei nicht aus: Sie wurde nie eingereicht oder dort storniert.",
  payouts: "Auszahlungen",
  noPayouts: "Dieser Lauf hat keine Auszahlungen.",
  give: "Von der Bank zurück",
  giveTitle: (name) => `Die Bank hat die Auszahlung an ${name} zurückgegeben`,
  giveHint: (sum) =>
    `${sum} geht zurück auf das Armband. Der Gast wird um andere Bankdaten gebeten und ist im nächsten Lauf.`,
  giveReason: "Grund der Bank",
  giveDo: "Als zurückgegeben buchen",
  chooseReturned: "Welche Auszahlung hat die Bank zurückgegeben?",
  files: "Bisherige Dateien",
  noFiles: "Noch keine Datei.",
  file: "Datei",
  made: "Erstellt",
  check: "Prüfen",
  agrees: (count, sum) => `Die Datei hat ${transfers(count)} über ${sum}, wie der Lauf.`,
  differs: (count, sum, runCount, runSum) =>
    `Die Datei hat ${
      transfers(count)
    } über ${sum}, der Lauf ${runCount} über ${runSum}. Ein Teil von mehreren, oder eine Auszahlung kam seither zurück.`,
  broken: "Die Summen in der Datei widersprechen sich. Gib sie nicht der Bank."
}
