import type { AccountTexts } from "./english.ts"

export const german: AccountTexts = {
  preferences: "Anzeige",
  changePassword: "Passwort ändern",
  oldPassword: "Bisheriges Passwort",
  newPassword: "Neues Passwort",
  newPasswordHint: "Mindestens 10 Zeichen; am besten ein paar Wörter.",
  repeatPassword: "Neues Passwort noch einmal",
  notRepeated: "Die beiden neuen Passwörter sind verschieden.",
  passwordChanged: "Das Passwort ist geändert. Andere Sitzungen sind beendet.",
  mustChange: "Jemand anderes hat dein Passwort gesetzt. Wähle eines, das nur du kennst.",
  secondFactor: "Zweiter Faktor",
  secondFactorHint:
    "Zum Anmelden gehört dann auch ein Code einer App auf deinem Telefon. Ein gestohlenes Passwort allein nützt niemandem.",
  requiredBy: (place) => `${place} schreibt einen zweiten Faktor vor. Bis du einen hast, geht hier nichts anderes.`,
  setUpSecondFactor: "Einrichten",
  scanWithApp: "Scanne das mit einer Authenticator-App und tippe den Code, den sie zeigt.",
  qrForApp: "QR-Code für die Authenticator-App",
  orType: "Oder tippe das in die App:",
  code: "Code",
  confirmCode: "Code bestätigen",
  keepCodes:
    "Bewahre diese Codes dort auf, wo du sie auch ohne Telefon findest. Mit jedem kannst du dich einmal anmelden. Sie werden nicht wieder gezeigt.",
  printCodes: "Drucken",
  codesKept: "Ich habe sie aufbewahrt",
  enrolledSince: "Eingerichtet seit",
  codesLeft: (count) =>
    count === 1 ? "1 Wiederherstellungscode ist übrig." : `${count} Wiederherstellungscodes sind übrig.`,
  newCodes: "Neue Wiederherstellungscodes",
  removeSecondFactor: "Zweiten Faktor entfernen",
  endOthers: "Alle anderen Sitzungen beenden",
  sessions: "Wo du angemeldet bist",
  thisSession: "dieser Browser",
  signedInAt: "Angemeldet",
  lastSeen: "Zuletzt benutzt",
  address: "Von",
  end: "Beenden",
  endSession: (address) => `Die Sitzung von ${address} beenden`,
  endSessionHint: "Wer sie benutzt, muss sich neu anmelden.",
  unknownAddress: "einer unbekannten Adresse",
  signOut: "Abmelden"
}
