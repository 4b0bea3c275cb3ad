import { defineRules } from "../base/Rule.ts"

/** Limits of sign-ins that have a sentence of their own. */
export const signInRules = defineRules("organisation", {
  signed_in_too_often: {
    id: "TooManyAttempts",
    en: "This account was signed in to 30 times within 15 minutes from here; a program should keep its token",
    de:
      "Mit diesem Konto wurde sich von hier aus 30-mal in 15 Minuten angemeldet; ein Programm sollte sein Token behalten",
    remedy: "Wait, or go on with a token that you have. Other devices and networks of the account are not affected."
  }
})
