import type { EndTexts } from "./english.ts"

export const german: EndTexts = {
  steps: {
    sign_ins: {
      done: "Niemand ist an einem Terminal angemeldet",
      left: (count) =>
        count === "1" ? "An einem Terminal ist jemand angemeldet" : `An ${count} Terminals ist jemand angemeldet`,
      todo:
        "An den Kassen abmelden. Wer schon nach Hause ist, wird auf der Seite des Terminals abgemeldet, oder beim Archivieren."
    },
    registers: {
      done: "Alle Kassenladen sind gezählt und leer",
      left: (count) => count === "1" ? "In einer Kassenlade ist Geld" : `In ${count} Kassenladen ist Geld`,
      todo: "Jede Kassenlade zählen und die Schicht abschließen."
    },
    transports: {
      done: "Niemand trägt Bargeld",
      left: (count) =>
        count === "1"
          ? "Jemand trägt Bargeld der Veranstaltung"
          : `${count} Menschen tragen Bargeld der Veranstaltung`,
      todo: "Es wird an einer Kasse dem Tresor übergeben."
    },
    card_payments: {
      done: "Alle Kartenzahlungen sind geklärt",
      left: (count) =>
        count === "1" ? "Eine Kartenzahlung ist nicht geklärt" : `${count} Kartenzahlungen sind nicht geklärt`,
      todo: "Mit dem Kartenanbieter vergleichen und entscheiden, was übrig bleibt."
    },
    signatures: {
      done: "Alle Buchungen sind signiert",
      left: (count) =>
        count === "1" ? "Eine Buchung wartet auf ihre Signatur" : `${count} Buchungen warten auf ihre Signatur`,
      todo: "Die TSEs laufen lassen, bis keine Buchung mehr wartet, und eine gestörte beheben oder wechseln."
    },
    mail: {
      done: "Alle Mails sind gesendet",
      left: (count) => count === "1" ? "Eine Mail ist nicht gesendet" : `${count} Mails sind nicht gesendet`,
      todo: "Beheben, was die Liste nennt, und sie noch einmal senden."
    },
    closings: {
      done: "Alle Tagesabschlüsse sind beendet",
      left: (count) => count === "1" ? "Ein Tagesabschluss ist offen" : `${count} Tagesabschlüsse sind offen`,
      todo: "Sie beenden, damit der Export alle Buchungen hat."
    },
    payout_runs: {
      done: "Alle Auszahlungsläufe sind abgeschlossen",
      left: (count) =>
        count === "1"
          ? "Ein Auszahlungslauf ist nicht abgeschlossen"
          : `${count} Auszahlungsläufe sind nicht abgeschlossen`,
      todo: "Jeden abschließen, sobald die Bank gezahlt hat, oder widerrufen."
    },
    unclaimed: {
      done: "Kein Gast hat noch Geld",
      left: (count) => count === "1" ? "Ein Gast hat noch Geld" : `${count} Gäste haben noch Geld`,
      todo: "Auszahlen, wer es zurückwill. Der Rest bleibt auf den Konten und in den Büchern."
    },
    tax_export: {
      done: "Der Export für das Finanzamt hat alle Buchungen",
      left: (count) => count === "1" ? "Eine Buchung ist in keinem Export" : `${count} Buchungen sind in keinem Export`,
      todo: "Den Export erstellen und die Datei zehn Jahre aufbewahren."
    },
    archive: {
      done: "Die Veranstaltung ist archiviert",
      left: () => "Die Veranstaltung ist noch nicht archiviert",
      todo: "Archivieren, sobald alle anderen Schritte erledigt sind."
    }
  },
  states: { done: "erledigt", open: "vor dem Archivieren", advised: "empfohlen" },
  isArchived: "Die Veranstaltung ist archiviert. Nichts ist mehr zu tun.",
  ready: "Alles, was sein muss, ist erledigt: Die Veranstaltung kann archiviert werden.",
  stepsLeft: (count) =>
    count === "1"
      ? "Ein Schritt muss erledigt sein, bevor sich die Veranstaltung archivieren lässt."
      : `${count} Schritte müssen erledigt sein, bevor sich die Veranstaltung archivieren lässt.`,
  left: "Noch zu tun, in dieser Reihenfolge",
  isDone: "Erledigt"
}
