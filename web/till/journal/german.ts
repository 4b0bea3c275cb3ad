import type { english } from "./english.ts"

export const german: typeof english = {
  waiting: (count) => count === 1 ? "1 Buchung wartet" : `${count} Buchungen warten`,
  waitingTitle: "Buchungen",
  noBookings: "Noch keine Buchungen. Hier steht jede Buchung dieses Geräts, bis der Server sie beantwortet hat.",
  phaseDrafted: "Noch nicht gesendet",
  phaseCard: "Wartet auf die Kartenzahlung",
  phaseSent: "Gesendet, noch keine Antwort",
  phaseUnknown: "Unbekannt: Es kam keine Antwort",
  phaseBooked: "Gebucht",
  phaseRefused: "Nicht gebucht",
  phaseGivenUp: "Aufgegeben, nicht gebucht",
  nextSends: "Sie wird von selbst noch einmal gesendet, bis der Server antwortet. Er bucht sie höchstens einmal.",
  nextAsks: "Es wird nichts mehr gesendet. Der Server wird gefragt, ob er diese Buchung hat.",
  nextAsksUntil: (time) =>
    `Es wird nichts mehr gesendet. Was schon gesendet wurde, kann noch ankommen: Erst nach ${time} ist sicher, dass nicht gebucht wurde.`,
  nextCardLeft:
    "Wer diese Zahlung begonnen hat, ist hier nicht mehr angemeldet. Wurde die Karte belastet, meldet sich diese Person wieder an und bestätigt es, oder das Festivalteam bucht es. Wurde sie nicht belastet, lässt sich das hier angeben.",
  nextOther:
    "Sie stammt von einer anderen Person oder einer anderen Kasse und wird nur für diese noch einmal gesendet.",
  nextOtherTerminal:
    "Sie stammt aus der Zeit, als dieses Gerät ein anderes Terminal war. Bitte dort nachsehen oder das Festivalteam fragen.",
  nextSignIn: "Sie wird noch einmal gesendet, sobald die Person, von der sie stammt, hier angemeldet ist.",
  nextNobodyYet:
    "Sie wird von selbst noch einmal gesendet, sobald der Server sagt, dass hier noch dieselbe Person angemeldet ist.",
  nextCannotAsk:
    "Nach Buchungen dieser Art kann der Server nicht gefragt werden, deshalb lässt sie sich nicht aufgeben.",
  nextSignedOut: "Dieses Terminal wurde abgemeldet, bevor die Antwort kam. Bitte neu registrieren, dann klärt es sich.",
  giveUp: "Aufgeben",
  giveUpHint: "Aufgegeben ist sie erst, wenn sicher ist, dass nicht gebucht wurde.",
  sendNow: "Jetzt versuchen",
  serverAway: "Der Server antwortet nicht.",
  serverAwayHint: "Bis dahin kann nichts Neues gebucht werden.",
  nothingKept:
    "Dieser Browser speichert nichts auf dem Gerät, keine Buchung wäre sicher. Bitte den privaten Modus verlassen oder das Speichern für diese Seite erlauben.",
  otherWindow: "Die Kasse ist in einem anderen Fenster offen",
  otherWindowHint:
    "Laufende Buchungen werden dort erst abgeschlossen; keine geht verloren, keine wird doppelt gemacht.",
  useHere: "Hier weitermachen"
}
