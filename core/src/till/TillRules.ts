import { defineRules } from "../base/Rule.ts"

/** Why tills and terminals refuse. */
export const tillRules = defineRules("till", {
  nobody_signed_in: {
    id: "AccessDenied",
    en: "No one is signed in here",
    de: "Hier ist niemand angemeldet",
    remedy: "Sign someone in at the terminal."
  },
  tag_without_role: {
    id: "AccessDenied",
    en: "This tag has no role to sign in with at this terminal",
    de: "Dieser Chip hat keine Rolle für eine Anmeldung an diesem Terminal",
    remedy: "Give the user a role with `terminal_login` or `supervised_terminal_login` at the till's node or above."
  },
  supervisor_needed: {
    id: "AccessDenied",
    en: "Only a supervisor who is signed in here can sign you in",
    de: "Nur eine hier angemeldete Aufsicht kann die Anmeldung vornehmen",
    remedy: "Let someone whose role has `terminal_login` sign in first."
  },
  role_not_usable: {
    id: "AccessDenied",
    en: "You can't sign in with this role here",
    de: "Mit dieser Rolle ist hier keine Anmeldung möglich",
    remedy: "Choose one of the roles that `check-login` lists."
  },
  others_hidden: {
    id: "AccessDenied",
    en: "You need the privilege {privileges:or} to see others",
    de: "Um andere zu sehen, ist das Recht {privileges:or} nötig",
    remedy: "Sign in with a role that has one of the privileges."
  },
  first_roles_forbidden: {
    id: "AccessDenied",
    en: "You need the privilege user_management to give roles",
    de: "Um Rollen zu vergeben, ist das Recht user_management nötig",
    remedy: "Create the user without roles, or sign in with a role that has `user_management`."
  },
  role_not_at_node: {
    id: "AccessDenied",
    en: "The role with which you are signed in does not count at {node}",
    de: "Die Rolle dieser Anmeldung gilt nicht an {node}",
    remedy: "Sign in with a role that is assigned to you at that node or above."
  },
  node_repeated: {
    en: "The roles at a node are given twice",
    de: "Die Rollen an einem Ort sind doppelt angegeben",
    remedy: "Name each node once, with all roles that the user is to have there."
  },
  till_virtual: {
    en: "The virtual till belongs to its event",
    de: "Die virtuelle Kasse gehört zur Veranstaltung",
    remedy: "Leave it: it stays as long as the event."
  },
  till_holds_register: {
    en: "The cash register {register} is in {till}",
    de: "Die Kassenlade {register} ist in {till}",
    remedy: "Sign the cashier out of the till, or hand the register on; then delete the till."
  },
  till_has_orders: {
    en: "{till} has orders, which stay in the book",
    de: "{till} hat Bestellungen, die im Buch bleiben",
    remedy: "Keep the till; archive its node if it is not to be seen any more."
  },
  till_has_open_payments: {
    en: "{till} has card payments that are not settled yet",
    de: "{till} hat Kartenzahlungen, die noch nicht geklärt sind",
    remedy: "Wait until the payments are settled; `wristbank card unverified` lists those that need an operator."
  },
  register_held: {
    en: "{register} is held by {cashier}",
    de: "{cashier} hat die Kassenlade {register}",
    remedy: "Close out the cashier, or hand the register on; then delete it."
  },
  register_in_till: {
    en: "{register} is in the till {till}",
    de: "{register} ist in der Kasse {till}",
    remedy: "Take the register out of the till, then delete it."
  },
  register_earns: {
    en: "{register} gets the price of {products:first_ten}",
    de: "In {register} wird der Preis gebucht von {products:first_ten}",
    remedy: "Give the products another account, then delete the register."
  },
  register_used: {
    en: "{register} has been used and stays in the book",
    de: "{register} wurde schon benutzt und bleibt im Buch",
    remedy: "Keep the register; the book goes on showing it."
  }
})
