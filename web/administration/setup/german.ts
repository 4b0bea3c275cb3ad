import type { SetupTexts } from "./english.ts"

export const german: SetupTexts = {
  language: "de",
  topic: "Thema",
  topics: {
    general: "Allgemein",
    receipts: "Belege",
    portal: "Portal",
    card: "Karten",
    payouts: "Auszahlungen",
    mail: "Mail",
    devices: "Geräte",
    texts: "Texte für Gäste"
  },
  saveTopic: (topic) => `${topic} speichern`,
  saved: "Gespeichert.",
  settings: {
    currency_identifier: "Währung",
    max_account_balance: "Höchstes Guthaben eines Gastes",
    start_date: "Beginn",
    end_date: "Ende",
    daily_end_time: "Ein Geschäftstag endet um",
    time_zone: "Zeitzone",
    allow_register_overdraft: "Kassenladen dürfen mehr auszahlen, als darin ist",
    basket_hold_minutes: "Minuten, die ein Warenkorb seine Preise behält",
    bon_title: "Titel",
    bon_issuer: "Aussteller",
    bon_address: "Anschrift des Ausstellers",
    ust_id: "USt-IdNr.",
    receipts_by_number: "Belege über ihre Nummer zeigen",
    customer_portal_url: "Adresse des Portals",
    customer_portal_contact_email: "Kontakt für Gäste",
    customer_portal_about_page_url: "Seite über die Veranstaltenden",
    customer_portal_data_privacy_url: "Seite zum Datenschutz",
    customer_portal_feedback_url: "Seite für Rückmeldungen",
    sumup_topup_enabled: "Aufladen mit Karte im Portal",
    sumup_payment_enabled: "Kartenzahlung an Kassen",
    sumup_merchant_code: "Händlercode",
    sumup_affiliate_key: "Affiliate-Schlüssel",
    sumup_api_key: "API-Schlüssel",
    sumup_oauth_client_id: "OAuth-Client-ID",
    sumup_oauth_client_secret: "OAuth-Client-Secret",
    sepa_enabled: "Gäste können sich ihr Guthaben auf ein Konto auszahlen lassen",
    sepa_sender_name: "Kontoinhaber",
    sepa_sender_iban: "IBAN, die zahlt",
    sepa_description: "Verwendungszweck",
    sepa_allowed_country_codes: "Länder der Konten von Gästen",
    sepa_max_num_payouts_in_run: "Höchstens so viele Auszahlungen in einem Lauf",
    payout_sender: "Absender von Mails zu Auszahlungen",
    payout_registered_subject: "Betreff, wenn Bankdaten eingetragen sind",
    payout_registered_message: "Text, wenn Bankdaten eingetragen sind",
    payout_done_subject: "Betreff, wenn gezahlt ist",
    payout_done_message: "Text, wenn gezahlt ist",
    email_enabled: "Mails senden",
    email_default_sender: "Absender",
    email_smtp_host: "Mailserver",
    email_smtp_port: "Port",
    email_smtp_username: "Benutzername",
    email_smtp_password: "Passwort",
    headwind_enabled: "Geräte der Terminals verwaltet Headwind",
    headwind_url: "Adresse von Headwind",
    headwind_username: "Benutzername",
    headwind_password: "Passwort"
  },
  hints: {
    headwind_enabled: "Dann stehen die Geräte und ihre Orte unter Verkauf und werden alle fünf Minuten gelesen.",
    headwind_url: "Etwa https://mdm.example.org.",
    start_date: "Statistiken brauchen ihn; beide Grenzen oder keine.",
    daily_end_time: "Eine Nacht gehört zu dem Tag, an dem sie begann.",
    time_zone: "Etwa Europe/Berlin.",
    receipts_by_number: "Alte Anwendungen brauchen es. Nummern lassen sich erraten, also besser nicht.",
    customer_portal_url:
      "Etwa https://pay.example.org. Leer: /portal hier, das die erste Veranstaltung ohne Adresse hat.",
    customer_portal_contact_email: "Eine E-Mail-Adresse; das Portal zeigt sie Gästen.",
    customer_portal_feedback_url:
      "Das Portal bittet Gäste um eine Rückmeldung, wenn sie ihre Bankdaten eingegeben haben.",
    sepa_description: "Gäste sehen ihn auf ihrem Kontoauszug.",
    sumup_oauth_client_id: "Der Anwendung, die ihr beim Anbieter angelegt habt.",
    email_default_sender: "Etwa festival@example.org."
  },
  textPages: { faq: "Fragen und Antworten", agb: "AGB", privacypolicy: "Datenschutzerklärung" },
  textLanguages: { "de-DE": "Deutsch", "en-US": "Englisch" },
  markdown: "Markdown. Leer lässt die Seite weg.",
  logo: "Logo auf Belegen",
  noLogo: "Noch kein Logo.",
  newLogo: "Neues Logo",
  logoHint: "Eine SVG-Datei von höchstens 512 kB.",
  removeLogo: "Logo entfernen",
  removeLogoHint: "Belege und Berichte zeigen dann kein Logo mehr, auch die früherer Bestellungen.",
  preview: "So sehen es Gäste",
  previewHint: "Ein Beispiel mit den gespeicherten Texten.",
  portalAt: "Adresse für Gäste:",
  portalTrying: "Die Adresse wird ausprobiert …",
  portalTrials: {
    portal: () => "Dort antwortet das Portal dieser Veranstaltung.",
    otherEvent: (name) => `Dort antwortet das Portal einer anderen Veranstaltung: ${name}.`,
    noEvent: () =>
      "Dort antwortet ein Server mit Portalen, aber keine Veranstaltung hat ihr Portal unter dieser Adresse. Eine andere Installation oder eine andere Schreibweise?",
    noPage: () =>
      "Der Server antwortet dort, aber nicht das Portal: Gäste bekämen es nicht. Gehört der Host auch dem Büro, fehlt /portal am Ende; gehört er dem Portal allein, ist es zu viel.",
    otherSite: () => "Dort antwortet etwas, aber nicht das Portal: eine andere Website oder eine Weiterleitung.",
    silent: () =>
      "Dieser Browser bekommt von dort keine Antwort. Bitte Schreibweise, DNS-Eintrag und Zertifikat des Hosts prüfen.",
    insecure: () =>
      "Von diesem Browser aus nicht zu prüfen: Er ruft keine Adresse mit http:// auf, solange das Büro unter https:// läuft. Auch die Kamera der Gäste braucht https://.",
    offline: () => "Von diesem Browser aus gerade nicht zu prüfen: Er ist offline.",
    unable: () => "Von diesem Browser aus nicht zu prüfen. Bitte die Adresse öffnen und nachsehen."
  },
  tryPortalAgain: "Noch einmal versuchen",
  testMail: "Testmail",
  testMailHint: "Geht sofort mit den gespeicherten Einstellungen hinaus, auch solange Mails an Gäste aus sind.",
  testRecipient: "An",
  sendTestMail: "Testmail senden",
  testMailSent: "Der Mailserver hat die Mail angenommen. Sie ist gleich im Postfach, oder im Spam.",
  guestCanPay: "Ein Gast kann bezahlen.",
  stepsMissing: (count) =>
    count === 1
      ? "Ein Schritt fehlt, bis ein Gast bezahlen kann."
      : `${count} Schritte fehlen, bis ein Gast bezahlen kann.`,
  openSteps: "Zu tun",
  optionalSteps: "Wenn du magst",
  doneSteps: "Erledigt",
  notYet: "Noch nicht brauchbar:",
  stepStates: { done: "erledigt", missing: "fehlt", warning: "empfohlen", optional: "freiwillig" },
  steps: {
    highest_balance: { title: "Höchstes Guthaben", why: "Armbänder fassen nur Geld bis zu einem Guthaben über 0." },
    tax_rates: {
      title: "Steuersätze",
      why: "Bisher gibt es nur 0 %. Lege deine vor den Produkten an: Was bereit zum Verkauf ist, behält seine Steuer."
    },
    product: { title: "Produkte", why: "Mindestens eines, das bereit zum Verkauf ist." },
    tickets: {
      title: "Eintrittskarten",
      why: "Ein Gast bekommt sein Armband mit einer Eintrittskarte. Sie darf kostenlos sein."
    },
    button: { title: "Tasten", why: "Eine Taste an der Kasse verkauft ein Produkt oder mehrere zusammen." },
    deposit_tax: {
      title: "Steuer auf das Pfand",
      why:
        "In Deutschland hat das Pfand auf Glas oder Flasche den Steuersatz des Getränks, nicht 0 %. Frag deine Steuerberatung. Für einen anderen Satz lege ein neues Pfand an und setze es auf die Tasten."
    },
    layout: {
      title: "Tastenbelegungen",
      why: "Eine Tastenbelegung sagt, welche Tasten und Eintrittskarten eine Kasse zeigt, und wo."
    },
    profile: {
      title: "Kassenprofile",
      why:
        "Ein Kassenprofil sagt, welche Tastenbelegung Kassen zeigen und was sie dürfen: Karten verkaufen, aufladen, Bargeld nehmen."
    },
    till: {
      title: "Kassen",
      why: "Eine Kasse ist ein Ort, an dem verkauft wird. Sie braucht ein Kassenprofil, das verkauft."
    },
    ticket_sale: {
      title: "Eintritt an einer Kasse",
      why:
        "Eine Kasse, an der Gäste eingelassen werden: Ihr Profil verkauft Eintrittskarten, ihre Tastenbelegung hat eine.",
      lacking: "Kassenprofile, die das noch nicht tun:"
    },
    top_up: {
      title: "Aufladen",
      why: "Eine Kasse, deren Profil Armbänder auflädt, oder Aufladen im Portal.",
      lacking: "Kassenprofile, die das noch nicht tun:"
    },
    terminal: {
      title: "Terminals",
      why:
        "Das Telefon, Tablet oder der Rechner an einer Kasse. Stelle es an die Kasse und registriere es mit seinem Code.",
      lacking: "Kassen ohne registriertes Terminal:"
    },
    tag_secret: { title: "Chipschlüssel", why: "Mit diesen Schlüsseln lesen Kassen die Armbänder." },
    wristbands: { title: "Armbänder", why: "Lies ihre PINs ein: für Gäste und für alle, die an einer Kasse arbeiten." },
    role: {
      title: "Rollen",
      why: "Eine für Kassierende und eine für die Person, die Bargeld ausgibt. Für beide gibt es Vorlagen."
    },
    cashier: {
      title: "Kassierende",
      why: "Jemand mit einem Armband und einer Rolle, die sich an Kassen anmeldet und verkauft.",
      lacking: "Können noch nicht verkaufen:"
    },
    register: { title: "Kassenladen", why: "Bargeld liegt in einer Kassenlade: einer Schublade oder Tasche." },
    stocking: { title: "Wechselgeldvorlagen", why: "Die Münzen und Scheine, mit denen eine Schicht beginnt." },
    float: {
      title: "Jemand mit einer Kassenlade",
      why:
        "Wer eine Rolle für Bargeld hat, meldet sich an einer Kasse an, öffnet „Geldtransport“, dann „Kassenlade ausgeben“, und hält das Armband der Person an den Leser, die kassiert."
    },
    signing_device: { title: "TSE", why: "In Deutschland muss eine TSE jeden Beleg signieren." },
    event_dates: { title: "Zeiten der Veranstaltung", why: "Beginn, Ende und Tagesende: Statistiken brauchen sie." },
    receipt_issuer: {
      title: "Aussteller der Belege",
      why: "Belege brauchen Namen und Anschrift dessen, der verkauft."
    },
    card_payment: { title: "Kartenzahlung an Kassen", why: "Braucht ein Konto beim Kartenanbieter." },
    online_top_up: { title: "Aufladen im Portal", why: "Gäste laden ihr Armband mit Karte auf." },
    payouts: { title: "Auszahlungen", why: "Gäste bekommen den Rest zurück auf ihr Bankkonto." },
    mail: { title: "Mail", why: "Gäste erfahren per Mail von ihrer Auszahlung." },
    portal: { title: "Gästeportal", why: "Gäste sehen dort Guthaben und Belege." },
    portal_texts: { title: "Texte für Gäste", why: "AGB, Datenschutzerklärung und Antworten auf Fragen." }
  },
  authorised: "Der Anbieter hat zugestimmt. Kartenzahlungen können beginnen.",
  cardTills: "An Kassen",
  cardOnline: "Im Portal",
  consent: "Zustimmung beim Anbieter",
  on: "an",
  off: "aus",
  consentMissing: "fehlt",
  consentGiven: "erteilt",
  consentHint: "Trage diese Adresse beim Anbieter als Rückkehradresse ein:",
  giveConsent: "Beim Anbieter zustimmen",
  toCardSettings: "Karteneinstellungen",
  clientMissing: "Trage zuerst die OAuth-Client-ID in den Karteneinstellungen ein.",
  recipient: "An",
  mail: "Mail",
  problem: "Problem",
  since: "Seit",
  attempts: "Versuche",
  retry: "Noch einmal",
  retryAll: "Alle noch einmal versuchen",
  noMails: "Alle Mails sind gesendet.",
  templates: {
    payout_registered: "Bankdaten eingegeben",
    payout_done: "Auszahlung erledigt",
    bank_data_changed: "Bankdaten geändert",
    tag_blocked: "Armband gesperrt"
  },
  name: "Name",
  description: "Beschreibung",
  forbiddenHere: "Nicht an diesem Ort",
  forbiddenHereHint: "Was hier nicht angelegt werden kann. Meist nichts.",
  forbiddenBelow: "Nicht unter diesem Ort",
  forbiddenBelowHint: "Was an den Orten darunter nicht angelegt werden kann. Meist nichts.",
  objectTypes: {
    user: "Benutzer",
    product: "Produkte",
    ticket: "Eintrittskarten",
    till: "Kassen",
    user_role: "Rollen",
    tax_rate: "Steuersätze",
    user_tag: "Armbänder",
    tse: "TSEs",
    account: "Konten",
    terminal: "Terminals"
  },
  savePlace: "Ort speichern",
  newPlace: "Neuer Ort",
  createPlace: "Ort anlegen",
  secondFactor: "Zweiter Faktor",
  requireSecondFactor: "Personen hier und darunter brauchen einen zweiten Faktor",
  requireHint: "Wer keinen hat, muss beim nächsten Aufruf zuerst einen einrichten.",
  requiredAbove: (place) => `${place} schreibt ihn schon vor.`,
  newEvent: "Neue Veranstaltung",
  emptyEvent: "Leere Veranstaltung",
  createEvent: "Veranstaltung anlegen",
  end: "Archivieren oder löschen",
  archive: "Archivieren",
  unarchive: "Wieder öffnen",
  remove: "Löschen",
  archiveOf: (name) => `${name} archivieren`,
  unarchiveOf: (name) => `${name} wieder öffnen`,
  deleteOf: (name) => `${name} löschen`,
  endHints: {
    archive:
      "Alles bleibt einsehbar, und nichts ist mehr änderbar. Kassen, Portal und Auszahlungen enden, und wer dort angemeldet ist, wird abgemeldet.",
    unarchive: "Es lässt sich wieder ändern.",
    delete: "Nur ein Ort, an dem nichts ist, kann gelöscht werden. Was im Weg ist, wird genannt.",
    deleteEvent:
      "Die Veranstaltung verschwindet mit allem: Personen, Kassen, Terminals, Produkten, Armbändern. Alle werden abgemeldet, und wartende E-Mails nicht verschickt. Das lässt sich nicht zurücknehmen. Eine Veranstaltung mit einer Bestellung kann nur archiviert werden."
  },
  confirmName: (name) => `Zur Bestätigung den Namen ${name} eingeben`,
  key: "Name",
  value: "Wert",
  valueHint: "Alle mit Verwaltungsrecht können ihn lesen: keine Geheimnisse.",
  change: "Ändern",
  newEntry: "Neuer Wert",
  saveEntry: "Wert speichern",
  noEntries: "Noch keine Werte."
}
