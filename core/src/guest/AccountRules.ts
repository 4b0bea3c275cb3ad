import { defineRules } from "../base/Rule.ts"

/** Why accounts are not put right, customers not let in and payouts not barred. */
export const accountRules = defineRules("account", {
  sign_in_failed: {
    id: "AccessDenied",
    en: "There is no wristband and no ticket with this PIN here",
    de: "Hier gibt es kein Armband und keine Eintrittskarte mit dieser PIN",
    remedy: "Type the PIN as it is printed on the wristband or the ticket, on the portal of its event."
  },
  wristband_blocked: {
    id: "AccessDenied",
    en: "This wristband is blocked. The help desk gives you another one; your balance is kept",
    de: "Dieses Armband ist gesperrt. Am Infostand bekommst du ein anderes; dein Guthaben bleibt erhalten",
    remedy: "Go to the help desk with the PIN of the blocked wristband, and sign in with that of the new one."
  },
  wristband_exchanged: {
    id: "AccessDenied",
    en: "This wristband was exchanged for another. Sign in with the PIN of that one",
    de: "Dieses Armband wurde gegen ein anderes getauscht. Melde dich mit dessen PIN an",
    remedy: "Type the PIN of the new wristband."
  },
  in_payout_run: {
    en: "The customer is in the payout run {run} already",
    de: "Der Gast ist schon im Auszahlungslauf {run}",
    remedy: "Wait until the run is done, or revoke it."
  },
  register_balance_fixed: {
    en: "A cash register is put right by closing its cashier out",
    de: "Eine Kassenlade wird durch den Kassensturz richtiggestellt",
    remedy: "Close out the cashier; the difference is booked."
  },
  system_balance_fixed: {
    en: "The balance of {account} is the sum of what was booked and can't be set",
    de: "Der Stand von {account} ist die Summe der Buchungen und kann nicht gesetzt werden",
    remedy: "Leave it: run `wristbank doctor` if it looks wrong."
  },
  balance_negative: {
    en: "A balance can't be below 0",
    de: "Ein Guthaben kann nicht unter 0 sein",
    remedy: "Send the balance that the account should have, in cents."
  },
  balance_too_high: {
    en: "A customer's balance can't be raised above {maximum:amount}",
    de: "Das Guthaben eines Gasts kann nicht über {maximum:amount} erhöht werden",
    remedy: "Send a lower balance, or raise `max_account_balance` of the event."
  },
  vouchers_of_customers_only: {
    en: "Only customers have vouchers",
    de: "Nur Gäste haben Gutscheine",
    remedy: "Choose the account of a customer."
  },
  vouchers_negative: {
    en: "An account can't have less than 0 vouchers",
    de: "Ein Konto kann nicht weniger als 0 Gutscheine haben",
    remedy: "Send the vouchers that the account should have."
  }
})
