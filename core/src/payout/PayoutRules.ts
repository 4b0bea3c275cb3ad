import { defineRules } from "../primitives/Rule.ts"

/** Why payouts, their runs and their bank files are refused. */
export const payoutRules = defineRules("payout", {
  switched_off: {
    en: "Payouts are switched off for this event",
    de: "Auszahlungen sind bei dieser Veranstaltung ausgeschaltet",
    remedy: "Switch `sepa_enabled` on in the settings of the event."
  },
  sender_name_unusable: {
    en: "sepa_sender_name has nothing that banks can write",
    de: "In sepa_sender_name ist nichts, was Banken schreiben können",
    remedy: "Set `sepa_sender_name` to the name of the account's owner, in letters that banks know."
  },
  sum_limit_negative: {
    en: "max_payout_sum can't be below 0",
    de: "max_payout_sum kann nicht unter 0 sein",
    remedy: "Send the highest sum of the run, in cents."
  },
  count_limit_not_positive: {
    en: "max_num_payouts must be 1 or more",
    de: "max_num_payouts muss mindestens 1 sein",
    remedy: "Send how many guests the run pays at most."
  },
  count_limit_too_high: {
    en: "A payout run of this event has {maximum} payouts at most",
    de: "Ein Auszahlungslauf dieser Veranstaltung hat höchstens {maximum} Auszahlungen",
    remedy: "Make several runs, or raise `sepa_max_num_payouts_in_run` as far as the bank allows."
  },
  nobody_to_pay: {
    en: "There is nobody to pay out within these limits",
    de: "In diesen Grenzen gibt es niemanden auszuzahlen",
    remedy: "Raise the limits, or look at the overview of who was left out and why."
  },
  run_settled: {
    en: "This payout run is {state:sentence} already",
    de: "Dieser Auszahlungslauf ist schon {state:sentence}",
    remedy: "Make a new run for what is still to be paid."
  },
  not_sent: {
    en: "No bank file was made of this run, so the bank can't have returned anything",
    de: "Zu diesem Lauf gibt es keine Überweisungsdatei, also kann die Bank nichts zurückgegeben haben",
    remedy: "Check the number of the run; a run that is not wanted can be revoked."
  },
  donation_alone: {
    en: "This payout is a donation alone, the bank never had it",
    de: "Diese Auszahlung ist nur eine Spende, die Bank hatte sie nie",
    remedy: "Check the number of the payout."
  },
  payout_settled: {
    en: "This payout is {status:sentence} already",
    de: "Diese Auszahlung ist schon {status:sentence}",
    remedy: "Nothing is to be done: the money is back on the account of the guest."
  },
  file_not_made: {
    en: "No bank file of this payout run was made yet",
    de: "Zu diesem Auszahlungslauf gibt es noch keine Überweisungsdatei",
    remedy: "Make the bank file first."
  },
  part_not_named: {
    en: "This payout run is ordered with {parts} files: ask for each part from 1 on",
    de: "Dieser Auszahlungslauf hat {parts} Überweisungsdateien: jeden Teil ab 1 einzeln abrufen",
    remedy: "Name the part, and ask for every one of them."
  },
  part_settled: {
    en: "Nothing of part {part} is to be transferred any more",
    de: "Aus Teil {part} ist nichts mehr zu überweisen",
    remedy: "Leave the part out; its payouts were returned or released."
  },
  part_unknown: {
    en: "This payout run is ordered with {parts} files, there is no part {part}",
    de: "Dieser Auszahlungslauf hat {parts} Überweisungsdateien, Teil {part} gibt es nicht",
    remedy: "Name one of the parts."
  },
  file_impossible: {
    en: "{problems:sentences}",
    de: "{problems:sentences}",
    when: "The bank would refuse the file; the sentences of the first five problems.",
    remedy: "Mend the settings or the bank data that the sentences name, then make the file again."
  }
})
