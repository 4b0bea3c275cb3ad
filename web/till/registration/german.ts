import type { english } from "./english.ts"

export const german: typeof english = {
  registerTitle: "Dieses Gerät zum Terminal machen",
  registerIntro:
    "Den QR-Code des Registrierungsblatts scannen oder den Code darunter eintippen. Das Blatt druckt das Festivalteam, oder der Befehl zeigt den Code: wristbank terminal code \"Bar 1\"",
  registerCode: "Registrierungscode",
  register: "Registrieren",
  registerCodeMalformed: "Das ist kein Registrierungscode. Er sieht so aus: 1b4e28ba-2fa1-41d2-883f-0016d3cca427.",
  scanCode: "Mit der Kamera scannen",
  scanStop: "Kamera beenden",
  scanning: "Den QR-Code vor die Kamera halten",
  cameraRefused: "Die Kamera lässt sich nicht nutzen: Browser oder Gerät erlauben es nicht. Bitte den Code eintippen.",
  cameraInsecure: "Die Kamera funktioniert nur auf Seiten mit HTTPS. Bitte den Code eintippen.",
  cameraMissing: "Dieses Gerät hat keine Kamera. Bitte den Code eintippen.",
  terminalSignedOut: "Dieses Terminal ist abgemeldet",
  terminalSignedOutHint:
    "Das Festivalteam hat die Registrierung beendet, oder ein anderes Gerät hat den Platz übernommen. Mit einem neuen Code geht es weiter.",
  terminalSignedOutOpen:
    "Buchungen ohne Antwort bleiben auf diesem Gerät. Sie werden geklärt, sobald es wieder als dasselbe Terminal registriert ist.",
  registerAgain: "Neu registrieren",
  terminalWithoutTill: "Dieses Terminal hat noch keine Kasse",
  terminalWithoutTillHint: "Das Festivalteam weist ihm eine zu; diese Seite bemerkt es von selbst.",
  endRegistration: "Registrierung beenden",
  endRegistrationHint:
    "Das Gerät ist dann kein Terminal mehr, und wer angemeldet ist, wird abgemeldet. Für die Rückkehr braucht es einen neuen Code."
}
