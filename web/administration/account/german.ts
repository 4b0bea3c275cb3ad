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
