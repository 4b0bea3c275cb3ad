import { defineRules } from "../base/Rule.ts"

/** Why a second factor is asked for, and why changes of one are refused. */
export const secondFactorRules = defineRules("organisation", {
  code_needed: {
    id: "AccessDenied",
    en: "Please give the code of your authenticator app as well",
    de: "Bitte auch den Code der Authenticator-App angeben",
    remedy: "Sign in again with `code`: the app's code, or a recovery code."
  },
  code_wrong: {
    id: "AccessDenied",
    en: "The code is wrong or was used before",
    de: "Der Code ist falsch oder wurde schon benutzt",
    remedy: "Wait for the app's next code, and check the clock of the phone; each recovery code works once."
  },
  second_factor_required: {
    id: "AccessDenied",
    en: "A second factor is required here, please set one up first",
    de: "Hier ist ein zweiter Faktor vorgeschrieben, bitte zuerst einen einrichten",
    remedy: "Set up a second factor in the web application; until then no other call succeeds."
  },
  second_factor_exists: {
    en: "There is a second factor already, so remove it first",
    de: "Es gibt schon einen zweiten Faktor, bitte zuerst diesen entfernen",
    remedy: "Remove the second factor, then set up another one."
  },
  second_factor_missing: {
    en: "There is no second factor",
    de: "Es gibt keinen zweiten Faktor",
    remedy: "Nothing has to be done; a second factor can be set up."
  },
  second_factor_not_begun: {
    en: "Please begin to set up the second factor first",
    de: "Bitte zuerst beginnen, den zweiten Faktor einzurichten",
    remedy: "Call `POST /auth/second-factor/begin` and scan its address with the app."
  },
  own_second_factor: {
    en: "Remove your own second factor with password and code",
    de: "Den eigenen zweiten Faktor mit Passwort und Code entfernen",
    remedy: "Remove it with password and code, or let someone else with `user_management` do it."
  },
  password_wrong: {
    id: "AccessDenied",
    en: "The password is wrong",
    de: "Das Passwort ist falsch",
    remedy: "Type the password that you signed in with."
  },
  login_unknown: {
    en: "There is no user {login} with a second factor",
    de: "Es gibt keinen Benutzer {login} mit zweitem Faktor",
    remedy: "Check the login, and the node if one was given."
  }
})
