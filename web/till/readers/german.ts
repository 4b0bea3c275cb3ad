import type { english } from "./english.ts"

export const german: typeof english = {
  readersTitle: "Lesegerät",
  chipNumber: "Nummer des Chips",
  chipFormat: "Schreibweise",
  decimal: "Dezimal",
  hexadecimal: "Hexadezimal",
  reversedBytes: (base) => `${base}, Bytes umgekehrt`,
  useChip: "Diesen Chip nehmen",
  chipMalformed: "Das ist keine Chipnummer in dieser Schreibweise.",
  typeChip: "Nummer eintippen",
  typePinOrChip: "PIN oder Nummer eintippen",
  findGuest: "Gast suchen",
  findByPin: "Mit PIN suchen",
  pinGuestHas: "Der Gast hat",
  pinStates: {
    present:
      "Der Chip dieses Armbands ist noch nicht bekannt. Er wird gespeichert, wenn das Armband für eine Karte gescannt wird.",
    blocked: "Dieses Armband ist gesperrt. Der Gast braucht ein anderes: „Chip tauschen“.",
    exchanged: "Dieses Armband wurde getauscht. Der Gast soll das zeigen, das er jetzt hat."
  },
  demoTags: "Chips der Demo",
  demoStaff: "Personal",
  demoGuests: "Gäste",
  nfcStart: "Chips mit diesem Gerät lesen",
  nfcReading: "Dieses Gerät liest Chips. Bitte an die Rückseite halten.",
  nfcRefused:
    "Dieses Gerät darf keine Chips lesen. Bitte NFC im Browser für diese Seite erlauben und am Gerät einschalten.",
  nfcInsecure: "Dieses Gerät könnte Chips lesen, aber Browser erlauben das nur auf Seiten mit HTTPS.",
  nfcMissing:
    "Dieser Browser kann selbst keine Chips lesen. Es geht mit Chrome auf Android, einem USB-Leser oder durch Eintippen.",
  readerSetUp: "Ein Leser hat eine Nummer getippt",
  readerSetUpHint:
    "Wie dieser Leser Nummern schreibt, ist noch nicht bekannt. Bitte die Nummer des eben gelesenen Chips hexadezimal eintippen, wie sie aufgedruckt oder bekannt ist; den Rest findet die Kasse heraus.",
  readerTyped: (text) => `Der Leser tippte: ${text}`,
  readerKnownChip: "Nummer dieses Chips, hexadezimal",
  readerNoFormat: "Die Nummer passt in keiner Byte-Reihenfolge zu dem, was der Leser tippte. Bitte die Nummer prüfen.",
  readerAmbiguous: "Mehrere Schreibweisen passen. Bitte eine wählen oder es mit einem anderen Chip versuchen.",
  readerSave: "So merken",
  readerForget: "Leser neu einrichten",
  readerIs: (format) => `USB-Leser: ${format}`,
  readerNone: "Noch kein USB-Leser eingerichtet. Einen Chip an den Leser halten, dann fragt diese Seite nach dem Rest."
}
