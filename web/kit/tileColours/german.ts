import type { english } from "./english.ts"

export const german: typeof english = {
  tileColours: {
    red: "Rot",
    orange: "Orange",
    yellow: "Gelb",
    green: "Grün",
    teal: "Türkis",
    blue: "Blau",
    purple: "Lila",
    pink: "Rosa",
    brown: "Braun",
    grey: "Grau"
  }
}
