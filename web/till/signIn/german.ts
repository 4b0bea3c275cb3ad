import type { english } from "./english.ts"

export const german: typeof english = {
  signInTitle: "Anmelden",
  signInHint: "Den eigenen Chip an den Leser halten.",
  numberOfNobody: (chip) =>
    `Das ist der Chip ${chip}. Die Verwaltung kann ihn jemandem geben: Personen, Benutzer, „Chipnummer“.`,
  chooseRoleNameless: "Rolle wählen",
  switchTitle: "Person wechseln",
  switchHint: (name) => `${name} ist angemeldet. Jetzt den Chip der nächsten Person an den Leser halten.`
}
