import type { english } from "./english.ts"

export const german: typeof english = {
  nextWristband: "Nächstes Armband",
  ticketsEmpty: "Armband an den Leser halten, dann die Vorverkaufskarte scannen, falls der Gast eine hat.",
  ticketsOfSale: "Karten in diesem Verkauf",
  withoutPresale: "Hinzufügen, wird hier bezahlt",
  withPresale: "Mit diesem Vorverkaufscode hinzufügen",
  scanPresale: "Vorverkaufskarte scannen",
  presaleCode: "Vorverkaufscode, falls er sich nicht scannen lässt",
  presalePaid: "Im Vorverkauf bezahlt",
  presaleProduct: (product) => `Im Vorverkauf bezahlt: ${product}`,
  lookCloser: "Der Kartenshop bittet, diese Karte genauer anzusehen.",
  check: (note) => `Erst prüfen: ${note}`,
  checkedInElsewhere: (time: string) => `Woanders eingelassen, ${time}`,
  ticketIncludes: (amount) => `${amount} auf dem Armband`,
  creditPaidBack: (amount) =>
    `${amount} des gekauften Guthabens wurden im Kartenshop zurückgezahlt oder nicht bezahlt. Nicht auf dem Band.`,
  toppedUpBefore: (amount) => `${amount} vorher aufgeladen`,
  ticketTopUp: "Zusätzlich aufladen",
  none: "Nein",
  handOut: "Ausgeben, nichts zu zahlen",
  ticketOpen: "Erst das gelesene Armband hinzufügen oder verwerfen, dann weiter.",
  removeTicket: (pin) => `Armband ${pin} entfernen`,
  removeRefused: "Das betroffene Armband aus der Liste nehmen oder ändern.",
  chipTwice: "Dieses Armband ist schon in der Liste.",
  pinTwice: "Ein Armband mit dieser PIN ist schon in der Liste.",
  tokenTwice: "Diese Vorverkaufskarte ist schon in der Liste.",
  tooManyTickets: "Ein Verkauf hat höchstens 100 Karten. Bitte erst diese buchen."
}
