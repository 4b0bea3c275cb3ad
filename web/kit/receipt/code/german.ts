import type { english } from "./english.ts"

export const german: typeof english = {
  title: "Beleg",
  scan:
    "Der Gast scannt diesen Code mit dem Handy. Ein neuer Beleg wird erst signiert, so lange wartet seine Seite von selbst.",
  code: "Link zum Beleg als QR-Code",
  done: "Fertig"
}
