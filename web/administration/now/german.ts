import type { NowTexts } from "./english.ts"

export const german: NowTexts = {
  noEvents:
    "Hier gibt es noch keine Veranstaltungen. Eine Veranstaltung hat ihre eigenen Gäste, Kassen, Menschen und ihr eigenes Geld.",
  newEvent: "Neue Veranstaltung",
  from: "Von",
  to: "Bis",
  divided: "Nach",
  comparedWith: "Verglichen mit",
  by: {
    hour: "Nach Stunde",
    day: "Nach Tag",
    till: "Nach Kasse",
    method: "Nach Zahlungsart",
    node: "Nach Stand",
    product: "Nach Produkt"
  },
  compared: { none: "nichts", day_before: "dem Vortag", week_before: "der Vorwoche" },
  methods: {
    cash: "Bar",
    sumup: "Karte",
    sumup_online: "Karte, online",
    tag: "Armband",
    voucher: "Gutscheine",
    ticket_voucher: "Vorverkauf"
  },
  deleted: "gelöscht",
  part: "Teil",
  taken: "Eingenommen",
  sales: "Waren",
  tickets: "Eintrittskarten",
  topUps: "Aufladungen",
  payOuts: "Auszahlungen",
  pieces: "Stück",
  entries: "Eintritte",
  vouchers: "Gutscheine eingelöst",
  difference: (written, than) => `${written} gegenüber ${than}`,
  than: { today: "gestern um diese Zeit", day_before: "dem Tag davor", week_before: "der Woche davor" },
  kind: "Worüber",
  kinds: {
    entries: "Eintritte",
    topUps: "Aufladungen",
    payOuts: "Auszahlungen",
    products: "Produkte",
    deposits: "Pfand",
    heldPrices: "Gehaltene Preise",
    vouchers: "Gutscheine"
  },
  number: "Anzahl",
  sum: "Summe",
  product: "Produkt",
  nothingBooked: "In diesem Zeitraum wurde nichts gebucht.",
  cashier: "Kassiert von",
  longestHeld: "Längstens, in Sekunden",
  heldPricesHint:
    "Verkäufe, deren Preise sich seit Beginn des Warenkorbs geändert hatten: Der Gast hat bezahlt, was ihm gezeigt wurde.",
  nothingHeld: "In diesem Zeitraum hatte kein Verkauf die Preise eines früheren Moments.",
  issued: "Gutscheine ausgegeben",
  spent: "Gutscheine eingelöst",
  fullScreen: "Für die Wand",
  leaveFullScreen: "Verlassen",
  alerts: "Braucht jemanden",
  allWell: "Gerade braucht nichts jemanden.",
  today: "Heute",
  yesterday: "Gestern",
  tills: "Kassen",
  till: "Kasse",
  who: "Wer",
  nobody: "niemand",
  lastBooking: "Letzte Buchung",
  drawer: "Kassenlade",
  lastSeen: "Zuletzt gesehen",
  alertTexts: {
    unsigned_orders: (count) => `${count} ${count === "1" ? "Buchung wartet" : "Buchungen warten"} auf eine Signatur`,
    tse_missing: () => "Buchungen sollen signiert werden, aber keine TSE ist aktiv",
    tse_failed: (count, name) => `Die TSE ${name} arbeitet nicht (${count === "1" ? "1 Kasse" : `${count} Kassen`})`,
    tse_expiring: (_, name) => `Das Zertifikat von ${name} endet bald`,
    unverified_payments: (count) =>
      count === "1" ? "Eine Kartenzahlung ist nicht bestätigt" : `${count} Kartenzahlungen sind nicht bestätigt`,
    presale_failing: () => "Der Kartenshop lässt sich nicht lesen",
    presale_overdue: () => "Der Kartenshop wurde lange nicht gelesen",
    presale_orders: (count) =>
      count === "1"
        ? "Eine Bestellung des Kartenshops lässt sich nicht einlesen"
        : `${count} Bestellungen des Kartenshops lassen sich nicht einlesen`,
    presale_cases: (count) =>
      count === "1"
        ? "Ein Fall des Vorverkaufs wartet auf eine Entscheidung"
        : `${count} Fälle des Vorverkaufs warten auf eine Entscheidung`,
    presale_check_ins_refused: (count) =>
      count === "1" ? "Der Kartenshop hat einen Einlass abgelehnt" : `Der Kartenshop hat ${count} Einlässe abgelehnt`,
    presale_check_ins_waiting: (count) =>
      count === "1"
        ? "Der Kartenshop weiß von einem Einlass noch nicht"
        : `Der Kartenshop weiß von ${count} Einlässen noch nicht`,
    unsent_mail: (count) =>
      count === "1" ? "Eine Mail konnte nicht gesendet werden" : `${count} Mails konnten nicht gesendet werden`,
    register_overdrawn: (_, name) => `In der Kassenlade ${name} ist weniger als nichts`,
    till_silent: (_, name) => `${name} meldet sich nicht, obwohl jemand angemeldet ist`,
    open_closing: (_, name) => `${name} hat keinen neuen Tagesabschluss begonnen`,
    shift_open_after_end: (_, name) => `Die Kassenlade ${name} ist nach der Veranstaltung noch in Händen`,
    log_copies_stopped: () => "Die Datenbank kann ihr Protokoll nicht in die Sicherung kopieren",
    base_copy_late: () => "In der Sicherung ist keine neue Kopie der ganzen Datenbank",
    settings_missing: (count) => count === "1" ? "Eine Einstellung fehlt" : `${count} Einstellungen fehlen`
  },
  alertGroups: {
    unsigned_orders: (_, sum) => `${sum} Buchungen warten auf eine Signatur`,
    tse_missing: (n) => `An ${n} Orten sollen Buchungen signiert werden, aber keine TSE ist aktiv`,
    tse_failed: (n) => `${n} TSEs arbeiten nicht`,
    tse_expiring: (n) => `Die Zertifikate von ${n} TSEs enden bald`,
    unverified_payments: (_, sum) => `${sum} Kartenzahlungen sind nicht bestätigt`,
    presale_failing: (n) => `${n} Kartenshops lassen sich nicht lesen`,
    presale_overdue: (n) => `${n} Kartenshops wurden lange nicht gelesen`,
    presale_orders: (_, sum) => `${sum} Bestellungen von Kartenshops lassen sich nicht einlesen`,
    presale_cases: (_, sum) => `${sum} Fälle des Vorverkaufs warten auf eine Entscheidung`,
    presale_check_ins_refused: (_, sum) => `Kartenshops haben ${sum} Einlässe abgelehnt`,
    presale_check_ins_waiting: (_, sum) => `Kartenshops wissen von ${sum} Einlässen noch nicht`,
    unsent_mail: (_, sum) => `${sum} Mails konnten nicht gesendet werden`,
    register_overdrawn: (n) => `In ${n} Kassenladen ist weniger als nichts`,
    till_silent: (n) => `${n} Kassen melden sich nicht, obwohl jemand angemeldet ist`,
    open_closing: (n) => `${n} Kassen haben keinen neuen Tagesabschluss begonnen`,
    shift_open_after_end: (n) => `${n} Kassenladen sind nach der Veranstaltung noch in Händen`,
    log_copies_stopped: () => "Die Datenbank kann ihr Protokoll nicht in die Sicherung kopieren",
    base_copy_late: () => "In der Sicherung ist keine neue Kopie der ganzen Datenbank",
    settings_missing: (_, sum) => `${sum} Einstellungen fehlen`
  },
  since: (moment) => `seit ${moment}`,
  oldest: (moment) => `am längsten seit ${moment}`,
  more: (count) => `${count} weitere`,
  pause: "Anhalten",
  goOn: "Weiter",
  lastTills: "Kassen, stille zuerst"
}
