import { defineRules } from "../base/Rule.ts"

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
    remedy: "Send the highest sum of the run, 0 or more."
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
    en: "There is no one to pay out within these limits",
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
    when: "The bank would refuse the file; the sentences of the first five problems, and how many more there are.",
    remedy: "Correct the settings or the bank data that the sentences name, then make the file again."
  },
  transfer_too_large: {
    id: "Problem",
    en: "Payout {payout} exceeds what a SEPA transfer can move",
    de: "Auszahlung {payout} übersteigt, was eine SEPA-Überweisung bewegen kann",
    remedy: "Revoke the run, and pay this guest in another way."
  },
  transfer_iban_invalid: {
    id: "Problem",
    en: "Payout {payout} has no valid IBAN",
    de: "Auszahlung {payout} hat keine gültige IBAN",
    remedy: "Revoke the run; the guest enters the IBAN in the portal again, then make a new run."
  },
  transfer_name_unwritable: {
    id: "Problem",
    en: "Payout {payout} has no account name that banks can write",
    de: "Auszahlung {payout} hat keinen Kontoinhaber, den Banken schreiben können",
    remedy: "Revoke the run; the guest enters the name in letters that banks know, then make a new run."
  },
  end_to_end_id_repeated: {
    id: "Problem",
    en: "Two payouts have the end-to-end id {id}",
    de: "Zwei Auszahlungen haben die End-to-End-Kennung {id}",
    remedy: "Run `wristbank doctor`: each payout has an id of its own."
  },
  nothing_to_transfer: {
    id: "Problem",
    en: "No payout of the run has anything to transfer",
    de: "Keine Auszahlung des Laufs hat etwas zu überweisen",
    remedy: "Nothing is to be done: the bank has nothing to pay."
  },
  run_sum_too_large: {
    id: "Problem",
    en: "The run comes to more than can be booked",
    de: "Die Summe des Laufs ist größer, als gebucht werden kann",
    remedy: "Revoke the run, and make several smaller ones."
  },
  file_size_invalid: {
    id: "Problem",
    en: "A bank file holds a whole number of transfers, one at least",
    de: "Eine Überweisungsdatei hat eine ganze Zahl von Überweisungen, mindestens eine",
    remedy: "Give the most transfers in a file as a whole number above 0."
  },
  currency_not_euro: {
    id: "Problem",
    en: "SEPA transfers are in EUR alone, not in {currency}",
    de: "SEPA-Überweisungen gibt es nur in EUR, nicht in {currency}",
    remedy: "Pay the guests in another way; the event has another currency."
  },
  sender_name_unwritable: {
    id: "Problem",
    en: "The sender has no name that banks can write",
    de: "Der Absender hat keinen Namen, den Banken schreiben können",
    remedy: "Set `sepa_sender_name` to the name of the account's owner, in letters that banks know."
  },
  sender_iban_invalid: {
    id: "Problem",
    en: "The sender has no valid IBAN",
    de: "Der Absender hat keine gültige IBAN",
    remedy: "Set `sepa_sender_iban` to the IBAN of the account that pays."
  },
  sender_bic_invalid: {
    id: "Problem",
    en: "The BIC of the sender is not valid",
    de: "Die BIC des Absenders ist ungültig",
    remedy: "Leave the BIC out, or give it as the bank writes it."
  },
  further_problems: {
    id: "Problem",
    en: "and {count} more",
    de: "und {count} weitere",
    remedy: "Correct the first five problems, then make the file again."
  }
})
