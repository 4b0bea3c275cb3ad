import type { NewEventTexts } from "./english.ts"

export const german: NewEventTexts = {
  entries: {
    name: { label: "Name" },
    contact: { label: "Kontakt für Gäste", hint: "Die E-Mail-Adresse, die das Portal nennt." },
    issuer: {
      label: "Verkäufer auf Belegen",
      hint: "Name und Anschrift, wie Belege sie zeigen. Die erste Zeile ist der Name. Kann später folgen."
    },
    firstDay: { label: "Erster Tag", hint: "Kann später folgen." },
    lastDay: { label: "Letzter Tag" },
    country: { label: "Land", hint: "Bringt Währung, Steuern und Zeitzone mit." },
    currency: { label: "Währung", hint: "Ihr Kürzel, etwa PLN." },
    timeZone: { label: "Zeitzone", hint: "Etwa Europe/Warsaw." },
    rates: { label: "Steuersätze in Prozent", hint: "Der übliche zuerst: 23 8" },
    depositTax: { label: "Steuer auf Pfand", hint: "Eine Frage für die Steuerberatung." },
    goods: {
      label: "Was verkauft wird",
      hint:
        "Ein Produkt je Zeile: Name, Preis und, wenn es eines gibt, das Pfand. Eine andere als die übliche Steuer steht am Ende. Eine Zeile mit Doppelpunkt am Ende ist eine Überschrift."
    },
    own: { label: "Stände mit dieser Liste", hint: "Leer: einer, wenn es eine Liste gibt." },
    bar: { label: "Bars" },
    kitchen: { label: "Küchen" },
    entrance: {
      label: "Eingänge",
      hint: "Sie verkaufen Eintritt und laden Armbänder auf. Ohne Eingang tun das die Stände."
    },
    wristbands: { label: "Gäste zahlen mit dem Armband" },
    cashAtStalls: { label: "Stände nehmen auch Bargeld" },
    admission: { label: "Preis des Eintritts", hint: "Leer: Er ist frei." },
    float: { label: "Wechselgeld einer Kassenlade", hint: "Das Bargeld, mit dem eine Kasse beginnt." },
    leads: {
      label: "Wer leitet",
      hint:
        "Eine Person je Zeile. Sie geben Bargeld aus und melden die anderen an. Mit dem Armband, mit dem sie arbeiten: Name, PIN, Chipnummer."
    },
    cashiers: { label: "Wer kassiert", hint: "Eine Person je Zeile, in derselben Form." },
    suppliedKeys: {
      label: "Die Chips haben Schlüssel vom Lieferanten",
      hint: "Dann trage sie ein, bevor jemand ein Armband bekommt. Sonst entstehen zufällige Schlüssel, die bleiben."
    }
  },
  otherCountry: "Ein anderes Land",
  asGoods: "Wie das, worauf das Pfand ist",
  untaxed: "Keine Steuer",
  event: "Die Veranstaltung",
  selling: "Was wo verkauft wird",
  paying: "Wie Gäste zahlen",
  people: "Wer dort arbeitet",
  goodsExample: "Mate 4,50 2,00\nBrownie 3,50",
  usual: (goods) => `Mit dem Üblichen: ${goods}`,
  show: "Zeigen, was angelegt wird",
  hasProblems: "Etwas fehlt noch. Oben steht, was.",
  willBe: (name) => `${name} bekommt`,
  soldAt: (stall, tills) => `${stall}, ${tills}`,
  tills: (count, shown) => count === 1 ? "1 Kasse" : `${shown} Kassen`,
  product: "Produkt",
  price: "Preis",
  deposit: "Pfand",
  tax: "Steuer",
  admissionAnd: "Eintritt, Aufladen, Auszahlen in bar",
  without: (names) =>
    `Ihr Armband ist noch nicht bekannt, deshalb werden sie noch nicht angelegt: ${names}. Die Schichtleitung nimmt sie an jeder Kasse unter „Personal“ auf, mit ihrem Armband.`,
  inDetail: "Alles, was angelegt wird",
  make: (name) => `${name} anlegen`,
  changeLater: "Alles lässt sich danach ändern.",
  made: (name) => `${name} ist angelegt.`,
  sheets: "Blätter für die Kassen drucken",
  sheetsHint: "Eine Seite je Kasse, mit einem Code, der ein Telefon oder Tablet zur Kasse macht.",
  wristbandsOfGuests: "Armbänder der Gäste importieren",
  checklist: "Was noch zu tun ist",
  download: "Als Datei herunterladen"
}
