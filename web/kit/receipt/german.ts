import type { ReceiptTexts } from "./english.ts"

export const german: ReceiptTexts = {
  paidBy: {
    cash: "bar",
    sumup: "mit Karte",
    tag: "mit dem Armband",
    sumup_online: "online mit Karte"
  },
  vatId: "USt-IdNr.",
  item: "Artikel",
  price: "Preis",
  pieces: (count, price) => ` ${count} × ${price}`,
  total: "Summe",
  tax: "MwSt.",
  net: "Netto",
  gross: "Brutto",
  time: "Datum und Uhrzeit",
  payment: "Zahlung",
  number: "Belegnummer",
  signature: "Signatur",
  signatureCode: "Signatur des Belegs als QR-Code",
  unsigned: "Für diesen Beleg stand die TSE nicht zur Verfügung.",
  awaited:
    "Hier gibt es noch keinen Beleg. Ein neuer wird erst signiert, das dauert meist nur Sekunden. Sobald er da ist, steht er von selbst hier.",
  tseTransaction: "Transaktion",
  tseCounter: "Signaturzähler",
  tseSerial: "Seriennummer"
}
