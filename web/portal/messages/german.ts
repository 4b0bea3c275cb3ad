import { german as kit } from "../../kit/messages/german.ts"
import type { PortalMessages } from "./english.ts"

export const german: PortalMessages = {
  ...kit,
  testSystem: "Das ist ein Testsystem. Kein Geld hier ist echt.",
  account: "Konto",
  help: "Hilfe und Informationen",
  contact: "Kontakt",
  about: "Über die Veranstaltung",
  privacyNotice: "Datenschutzhinweise",
  mailSubject: (event, wristband) => `${event}: Armband ${wristband}`,
  textPages: { faq: "Fragen und Antworten", agb: "Geschäftsbedingungen", privacypolicy: "Datenschutzerklärung" },
  pageUnknown: "Diese Seite gibt es nicht",
  toStart: "Zur Startseite",
  serverAway: "Das Gästeportal ist gerade nicht erreichbar",
  noEvent: "Hier hat keine Veranstaltung ihr Gästeportal",
  noEventHint: (host) =>
    `Keine Veranstaltung verwendet die Adresse ${host}. Bitte die Adresse auf Eintrittskarte oder Armband prüfen. Ist die Veranstaltung vorbei, wurde ihr Gästeportal vielleicht geschlossen.`,
  eventClosed: (event) => `Das Gästeportal von ${event} ist geschlossen`,
  eventClosedHint: "Die Veranstaltung ist vorbei, oder ihr Gästeportal ist umgezogen. Fragen zu übrigem Geld an:",

  signInTitle: "Was ist auf deinem Armband?",
  signInIntro: "Guthaben, Aufladen, Belege und Geld zurück: einfach mit der PIN des Armbands anmelden.",
  pinPicture: "Ein Armband: Die PIN steht auf dem Anhänger, unter dem quadratischen Code.",
  pin: "PIN",
  pinHint: "Groß- und Kleinschreibung sind egal.",
  pinMissing: "Bitte die PIN eingeben, die auf dem Armband steht.",
  signIn: "Anmelden",
  signOut: "Abmelden",
  sessionEnded: "Die Sitzung ist beendet. Zum Weitermachen bitte neu anmelden.",
  scan: "Lieber den Code scannen",
  scanHint: "Den quadratischen Code des Armbands vor die Kamera halten.",
  scanClose: "Kamera schließen",
  cameraPicture: "Bild der Kamera",
  scanProblems: {
    refused:
      "Der Browser lässt diese Seite nicht an die Kamera. Bitte in den Einstellungen des Browsers erlauben oder die PIN eingeben.",
    missing: "Es wurde keine Kamera gefunden. Bitte die PIN eingeben.",
    insecure: "Die Kamera funktioniert nur auf Seiten mit HTTPS. Bitte die PIN eingeben.",
    foreign: "Dieser Code gehört nicht zu einem Armband oder einer Eintrittskarte. Bitte einen anderen versuchen."
  },

  balance: "Guthaben",
  vouchers: (count, text) => count === 1 ? "1 Gutschein" : `${text} Gutscheine`,
  creditPaidBack: (amount) =>
    `Von dem Guthaben, das du mit deiner Karte gekauft hast, wurden ${amount} im Kartenshop zurückgezahlt oder nicht bezahlt. Sie sind nicht in diesem Guthaben. Frag am Infostand, falls das nicht stimmt.`,
  lastKnown: "Letzter bekannter Stand,",
  wristband: "Armband",
  actions: "Das ist möglich",
  topUp: "Aufladen",
  moneyBack: "Geld zurück",
  balanceNow: "Das Guthaben beträgt jetzt",

  history: "Bisher",
  historyEmpty: "Noch nichts. Hier erscheint, was du kaufst und auflädst.",
  orderTypes: {
    sale: "Kauf",
    cancel_sale: "Kauf storniert",
    top_up: "Aufladung",
    pay_out: "Bar ausgezahlt",
    ticket: "Eintrittskarte"
  },
  paidBy: {
    cash: "bar bezahlt",
    sumup: "mit Karte bezahlt",
    tag: "mit dem Armband bezahlt",
    sumup_online: "online mit Karte bezahlt"
  },
  cancelled: "storniert",
  paidOut: "Auf dein Bankkonto ausgezahlt",
  donated: "An die Veranstaltung gespendet",

  openTopUps: "Eine Aufladung ist noch nicht bezahlt",
  continueTopUp: "Weiter",
  giveUp: "Diese Aufladung abbrechen",
  giveUpShort: "Abbrechen",
  amount: "Betrag",
  suggestions: "Beträge zur Auswahl",
  topUpHint: (highest, maximum) => `Ganze Beträge bis ${highest}. Auf ein Armband passen ${maximum}.`,
  topUpWith: (amount) => `${amount} aufladen`,
  topUpNext: "Danach wird beim Zahlungsdienstleister der Veranstaltung mit Karte bezahlt.",
  topUpOff: "Online aufladen ist bei dieser Veranstaltung gerade nicht möglich. Vor Ort geht es.",
  topUpFull: (maximum) => `Auf das Armband passen ${maximum}, mehr geht gerade nicht darauf.`,
  topUpMistakes: {
    missing: () => "Wie viel soll aufgeladen werden?",
    invalid: () => "Das ist kein Betrag.",
    not_whole: () => "Nur ganze Beträge sind möglich, zum Beispiel 20.",
    too_high: (highest) => `Im Moment sind höchstens ${highest} möglich.`
  },
  payNow: "Jetzt bezahlen",
  standIn:
    "Das ist eine Demo: Statt des Kartenformulars öffnet sich in einem neuen Fenster die Seite eines simulierten Zahlungsdienstleisters.",
  cardDeclined: "Die Karte wurde abgelehnt. Bitte noch einmal versuchen oder eine andere Karte nehmen.",
  cardFormMissing:
    "Das Kartenformular des Zahlungsdienstleisters konnte nicht geladen werden. Bitte die Verbindung prüfen und die Seite neu laden.",
  topUpWaiting: "Sobald die Zahlung da ist, steht es hier.",
  topUpUntil: "Bezahlbar bis",
  topUpPreparing: "Die Zahlung wird vorbereitet.",
  topUpPaid: "Bezahlt. Das Geld ist auf dem Armband.",
  topUpFailed: "Diese Aufladung wurde nicht bezahlt.",
  topUpFailedHint: "Sie wurde abgebrochen oder ist abgelaufen. Es wurde kein Geld abgebucht.",
  topUpAgain: "Neue Aufladung beginnen",

  payout: "Auszahlung",
  donation: "Spende",
  bankAccount: "Auf dein Bankkonto",
  iban: "IBAN",
  ibanHint: (countries) => `Bankkonten in diesen Ländern: ${countries}.`,
  ibanCountry: (country) => `Bankkonto in: ${country}.`,
  ibanValid: (country) => `Bankkonto in: ${country}. Die Prüfziffern stimmen.`,
  ibanInvalid: (country) => `Bankkonto in: ${country}, aber ein Zeichen stimmt nicht.`,
  ibanCountryRefused: (country, countries) =>
    `Überweisungen nach ${country} sind nicht möglich, nur nach ${countries}.`,
  accountName: "Kontoinhaber",
  accountNameHint: "Wie bei der Bank: Banken vergleichen den Namen.",
  email: "E-Mail",
  emailHint: "Hierhin geht eine Nachricht, wenn das Geld unterwegs ist.",
  donationQuestion: "Möchtest du der Veranstaltung etwas dalassen?",
  donationSlider: "Spende, als Schieberegler",
  donationAmount: "Spende",
  arrives: "Kommt bei dir an",
  privacyAgree: "Die Veranstaltung darf diese Daten für die Auszahlung verwenden.",
  change: "Ändern",
  saveBank: "Bankkonto speichern",
  saveBankTitle: "Stimmt alles?",
  saveBankSum: (sum, iban) => `${sum} vom heutigen Guthaben gehen an ${iban}.`,
  saveBankDonation: (donation) => `${donation} davon bleiben als Spende bei der Veranstaltung.`,
  saveBankNote: "Bis die Auszahlung beginnt, lässt sich das noch ändern.",
  bankSaved: "Das Bankkonto ist gespeichert. Mehr ist nicht zu tun.",
  bankMistakes: {
    iban_missing: () => "Bitte die IBAN des Bankkontos eingeben.",
    iban_invalid: () => "Das ist keine IBAN. Bitte mit der Bankkarte vergleichen.",
    country_not_allowed: (countries) => `Das Bankkonto muss in einem dieser Länder sein: ${countries}.`,
    name_missing: () => "Bitte angeben, wem das Bankkonto gehört.",
    email_missing: () => "Bitte die E-Mail-Adresse eingeben.",
    email_invalid: () => "Das ist keine E-Mail-Adresse.",
    donation_invalid: (_, balance) => `Gespendet werden kann höchstens das Guthaben von ${balance}.`,
    privacy_missing: () => "Ohne diese Zustimmung ist keine Auszahlung möglich."
  },
  donateAll: "Alles spenden",
  donateAllHint: (event) => `Dafür ist kein Bankkonto nötig: Das ganze Guthaben bleibt bei ${event}.`,
  donateAllTitle: (balance) => `${balance} spenden?`,
  donateAllNote:
    "Was beim Beginn der Auszahlung auf dem Armband ist, bleibt bei der Veranstaltung. Bis dahin lässt sich das noch ändern.",
  donateAllYes: "Ja, alles spenden",
  donatesAll: "Du spendest alles. Danke! Wer es sich anders überlegt, speichert ein Bankkonto.",
  donationSaved: "Danke! Das Guthaben wird mit der nächsten Auszahlung gespendet.",
  feedback: "Wie hat es dir gefallen? Sag es den Veranstaltenden",
  payoutFixed: "Die Auszahlung hat begonnen, deshalb lässt sich nichts mehr ändern.",
  payoutSteps: {
    entered: "Bankkonto gespeichert",
    reserved: "Geld für dich zurückgelegt",
    sent: "An die Bank übergeben",
    paid: "Ausgezahlt",
    returned: "Von deiner Bank zurückgegeben"
  },
  donationSteps: {
    entered: "Spende gespeichert",
    reserved: "Geld zurückgelegt",
    sent: "Übergeben",
    paid: "Gespendet",
    returned: "Zurückgegeben"
  },
  expected: {
    run:
      "Ausgezahlt wird mit dem nächsten Lauf der Veranstaltung, meist in den Tagen nach ihrem Ende. Wenn das Geld unterwegs ist, kommt eine Mail.",
    order: "Als Nächstes bekommt die Bank den Auftrag. Ab dann dauert es meist ein bis drei Werktage.",
    bank: "Die Bank hat den Auftrag. Das Geld ist meist innerhalb von drei Werktagen auf dem Konto."
  },
  stepDone: "Erledigt:",
  returnedHint: (reason) =>
    `Die Bank konnte das Geld nicht überweisen${
      reason === "" ? "" : ` (${reason})`
    }. Es ist wieder auf dem Armband. Bitte das Bankkonto prüfen und neu speichern.`,
  obstacles: {
    payouts_off:
      "Auszahlungen auf Bankkonten sind gerade nicht möglich. Die Veranstaltung öffnet sie für einige Zeit, meist nach ihrem Ende.",
    excluded:
      "Dieses Konto ist von Auszahlungen ausgeschlossen. Bitte an die Veranstaltung schreiben, der Kontakt steht unten.",
    balance_zero: "Auf dem Armband ist kein Geld zum Auszahlen.",
    bank_data_missing: "Es ist kein Bankkonto gespeichert.",
    iban_invalid: "Die gespeicherte IBAN ist nicht gültig. Bitte das Bankkonto neu speichern.",
    country_not_allowed: "In das Land des gespeicherten Bankkontos kann die Veranstaltung nicht überweisen.",
    name_missing: "Der gespeicherte Kontoinhaber hat Zeichen, die Banken nicht annehmen.",
    amount_too_high: "Das Guthaben ist höher als eine Überweisung sein darf. Bitte an die Veranstaltung schreiben."
  },

  devices: "Hier bist du angemeldet",
  thisDevice: "Dieses Gerät",
  otherDevice: "Ein anderes Gerät",
  signedInAt: "Angemeldet",
  lastUsed: "Zuletzt benutzt",
  endSession: "Dort abmelden",
  endOthers: "Überall sonst abmelden",
  lost: "Armband verloren?",
  lostIntro: "Am besten gleich sperren, damit niemand dein Geld ausgibt.",
  blockWristband: "Armband sperren",
  blockIntro: "Am besten gleich sperren, damit niemand dein Geld ausgibt. Dann gilt:",
  blockEffects: [
    "Niemand kann mit dem Armband mehr bezahlen, es aufladen oder Bargeld dafür bekommen.",
    "Seine PIN öffnet dieses Gästeportal nicht mehr, und du wirst überall abgemeldet.",
    "Guthaben und Gutscheine bleiben erhalten.",
    "Am Infostand gibt es ein anderes Armband. Nur dort lässt sich die Sperre aufheben. Bitte die PIN notieren: Danach wird gefragt."
  ],
  blockMail: (email) => `Eine Mail an ${email} bestätigt es.`,
  blockBankFirst:
    "Soll das Guthaben zurück aufs Bankkonto? Dann zuerst das Bankkonto speichern: Danach ist das Gästeportal zu, bis es ein anderes Armband gibt.",
  blockTitle: "Dieses Armband sperren?",
  blockNote: "Taucht es wieder auf, bleibt es trotzdem gesperrt.",
  blockYes: "Ja, sperren",
  blockedDone:
    "Das Armband ist gesperrt. Dein Geld ist sicher. Am Infostand der Veranstaltung gibt es ein anderes Armband.",
  noWristband: "Es gibt kein Armband zum Sperren: Du hast noch keins, oder es ist schon gesperrt.",

  receipt: "Beleg",
  receiptPdf: "PDF",
  receiptPrint: "Druckansicht"
}
