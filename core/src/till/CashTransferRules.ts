import { defineRules } from "../base/Rule.ts"

/** Why cash is not moved. */
export const cashTransferRules = defineRules("order", {
  float_out_of_range: {
    en: "A float must be from 0 to {maximum:amount}",
    de: "Das Wechselgeld muss zwischen 0 und {maximum:amount} liegen",
    remedy: "Choose a stocking that is worth less."
  },
  transfer_too_large: {
    en: "At most {maximum:amount} can be moved at once",
    de: "Höchstens {maximum:amount} können auf einmal bewegt werden",
    remedy: "Move the cash in several parts."
  },
  carried_too_little: {
    en: "You carry only {balance:amount}",
    de: "Auf dem Transportkonto sind hier nur {balance:amount}",
    remedy: "Move less, or take cash from the vault first."
  },
  register_too_little: {
    en: "The cash register holds only {balance:amount}",
    de: "In der Kassenlade sind nur {balance:amount}",
    remedy: "Move less."
  },
  transport_too_little: {
    en: "The transport account holds only {balance:amount}",
    de: "Auf dem Transportkonto sind nur {balance:amount}",
    remedy: "Bring back less."
  },
  register_full: {
    en: "The cash register can hold at most {maximum:amount}",
    de: "In der Kassenlade können höchstens {maximum:amount} sein",
    remedy: "Move less."
  },
  transport_full: {
    en: "The transport account can hold at most {maximum:amount}",
    de: "Auf dem Transportkonto können höchstens {maximum:amount} sein",
    remedy: "Move less."
  }
})
