import { defineRules } from "../base/Rule.ts"

/** Why the tree, its users, their rights and their passwords refuse. */
export const organisationRules = defineRules("organisation", {
  no_rights: {
    id: "AccessDenied",
    en: "You have no rights here",
    de: "Hier fehlen alle Rechte",
    remedy: "Have a role given to you at this node or above it."
  },
  privilege_missing: {
    id: "AccessDenied",
    en: "You need the privilege {privileges:or} here",
    de: "Hier ist das Recht {privileges:or} nötig",
    remedy: "Sign in as someone with one of the privileges, or have it given to the role."
  },
  sign_in_failed: {
    id: "AccessDenied",
    en: "Login or password are wrong",
    de: "Benutzername oder Passwort ist falsch",
    remedy: "Type both again; an administrator can set another password."
  },
  user_unknown: {
    en: "There is no user {login}",
    de: "Es gibt keinen Benutzer {login}",
    remedy: "Check the login, and the node if one was given."
  },
  login_ambiguous: {
    en: "There are several users {login}, so name the node: {nodes:list}",
    de: "Es gibt mehrere Benutzer {login}, bitte den Knoten angeben: {nodes:list}",
    remedy: "Give the node's id."
  },
  other_page: {
    id: "AccessDenied",
    en: "This way to sign in is for the web application of this server",
    de: "Diese Anmeldung ist der Web-Anwendung dieses Servers vorbehalten",
    remedy: "Sign in at `/auth/login`; a page of this server sends the header `x-wristbank-web: 1`."
  },
  old_password_wrong: {
    id: "AccessDenied",
    en: "The old password is wrong",
    de: "Das alte Passwort ist falsch",
    remedy: "Type the password that you signed in with."
  },
  tree_too_deep: {
    en: "The tree has {levels} levels below its root at most",
    de: "Der Baum hat höchstens {levels} Ebenen unter der Wurzel",
    remedy: "Create the node further up."
  },
  event_full: {
    en: "An event has {nodes} nodes at most",
    de: "Eine Veranstaltung hat höchstens {nodes} Knoten",
    remedy: "Use the nodes that are there, or delete those without use."
  },
  node_name_slash: {
    en: "The name of a node can't have the character /",
    de: "Der Name eines Knotens darf kein / enthalten",
    remedy: "Choose a name without it."
  },
  node_name_taken: {
    en: "There is a node {name} beside it already",
    de: "Daneben gibt es schon einen Knoten {name}",
    remedy: "Choose another name."
  },
  root_forbids_nothing: {
    en: "The root of the tree can't forbid objects",
    de: "Die Wurzel des Baums kann keine Objekte verbieten",
    remedy: "Forbid them at the nodes below."
  },
  forbidden_objects_exist: {
    en: "There are objects already of what is to be forbidden: {types:list}",
    de: "Was verboten werden soll, gibt es hier schon: {types:list}",
    remedy: "Delete those objects, or leave their types allowed."
  },
  secret_needed_anew: {
    en: "{problems:sentences}",
    de: "{problems:sentences}",
    when: "Stored secrets would be sent to another server; the sentences of all of them.",
    remedy: "Enter the secrets again; no one else's server gets a stored one."
  },
  secret_of_other_server: {
    id: "Problem",
    en: "{secret} is needed anew, because {address} leads to another server",
    de: "{secret} neu eingeben, weil {address} zu einem anderen Server führt",
    remedy: "Enter the secret again, or keep the address."
  },
  placeholder_unknown: {
    id: "Problem",
    en: "{field} knows no {unknown}, but {known:list}",
    de: "{field} kennt kein {unknown}, aber {known:list}",
    remedy: "Take one of the placeholders that are listed."
  },
  brace_alone: {
    id: "Problem",
    en: "{field} has a brace on its own: write {left} or {right}",
    de: "{field} hat eine einzelne Klammer: bitte {left} oder {right} schreiben",
    remedy: "Double the brace."
  },
  tag_of_guest: {
    en: "The tag belongs to a guest with an account, so take another one",
    de: "Das Armband gehört einem Gast mit Konto, bitte ein anderes nehmen",
    remedy: "Give the user a tag that no one has."
  },
  own_user: {
    en: "Someone else has to remove you",
    de: "Sich selbst kann niemand löschen",
    remedy: "Let someone else with `user_management` do it."
  },
  user_signed_in: {
    en: "{login} is signed in at {terminals:first_ten}",
    de: "{login} ist angemeldet an {terminals:first_ten}",
    remedy: "Sign the user out at the terminals."
  },
  user_holds_register: {
    en: "{login} holds the register {register}",
    de: "{login} hat die Kassenlade {register}",
    remedy: "Close the user out, or hand the register on."
  },
  user_carries_cash: {
    en: "{login} carries cash",
    de: "{login} hat Bargeld bei sich",
    remedy: "Bring the cash to a register or to the vault."
  },
  privileged_role_at_terminal: {
    en: "Privileged roles are changed in the back office",
    de: "Privilegierte Rollen werden nur in der Verwaltung vergeben",
    remedy: "Change the user's roles in the back office."
  },
  last_administrator: {
    en: "No one would be left who manages users at the root",
    de: "An der Wurzel bliebe niemand übrig, der Benutzer verwaltet",
    remedy: "Give someone else a role with `user_management` at the root first."
  },
  tag_just_used: {
    en: "The tag was used just now, please try again",
    de: "Das Armband wurde gerade benutzt, bitte noch einmal versuchen",
    remedy: "Send the call again."
  },
  role_name_taken: {
    en: "There is a role {role} already",
    de: "Es gibt schon eine Rolle {role}",
    remedy: "Choose another name."
  },
  role_privileged: {
    id: "AccessDenied",
    en: "A privileged role needs the privilege allow_privileged_role_assignment",
    de: "Für eine privilegierte Rolle ist das Recht allow_privileged_role_assignment nötig",
    remedy: "Let someone with that privilege do it."
  },
  role_edits_differ: {
    en: "The request changes the privileges in both forms, and not in the same way",
    de: "Die Anfrage ändert die Rechte in beiden Formen, und nicht auf dieselbe Weise",
    remedy: "Send `privileges` alone, or `event_privileges`, `node_privileges` and `can_assign_all_roles`."
  },
  role_list_and_all: {
    en: "A role that may assign every role has no list of roles to assign",
    de: "Eine Rolle, die alle Rollen vergeben darf, hat keine Liste von Rollen",
    remedy: "Empty the list, or take the right to assign every role off."
  },
  role_list_unknown: {
    en: "There are no such roles here: {roles:list}",
    de: "Diese Rollen gibt es hier nicht: {roles:list}",
    remedy: "Choose roles of this event or of the nodes above it."
  },
  privileges_not_held: {
    id: "AccessDenied",
    en: "You don't hold {privileges:list} yourself",
    de: "Diese Rechte fehlen der eigenen Rolle: {privileges:list}",
    remedy: "Let someone who holds them do it, or leave them out of the role."
  },
  role_assigned: {
    en: "The role {role} is assigned to {logins:first_ten}",
    de: "Die Rolle {role} ist vergeben an {logins:first_ten}",
    remedy: "Take the role from them first."
  },
  role_in_use: {
    en: "Someone works with the role {role} at {terminals:first_ten}",
    de: "Mit der Rolle {role} arbeitet jemand an {terminals:first_ten}",
    remedy: "Sign them out at the terminals first."
  },
  password_blank: {
    en: "A password needs more than blanks",
    de: "Ein Passwort braucht mehr als Leerzeichen",
    remedy: "Choose another password."
  },
  password_repeats: {
    en: "The password repeats characters or follows keys, letters or digits in their order; choose another one",
    de:
      "Das Passwort wiederholt Zeichen oder folgt der Reihe von Tasten, Buchstaben oder Ziffern; bitte ein anderes wählen",
    remedy: "Choose a password of several words, or let a password manager make one."
  },
  password_is_login: {
    en: "The password is little more than the login; choose another one",
    de: "Das Passwort ist kaum mehr als der Benutzername; bitte ein anderes wählen",
    remedy: "Choose a password of several words, or let a password manager make one."
  },
  password_common: {
    en: "The password is a common one, perhaps with numbers or signs added; choose another one",
    de: "Das Passwort ist ein häufiges, vielleicht mit Zahlen oder Zeichen daran; bitte ein anderes wählen",
    remedy: "Choose a password of several words, or let a password manager make one."
  },
  event_half_dated: {
    en: "Give both the start and the end of the event, or neither",
    de: "Beginn und Ende der Veranstaltung angeben, oder keins von beiden",
    remedy: "Set `start_date` and `end_date`, or neither."
  },
  event_ends_before: {
    en: "The event must end after it starts",
    de: "Die Veranstaltung muss nach ihrem Beginn enden",
    remedy: "Set a later `end_date`."
  },
  login_taken: {
    en: "The login {login} is taken",
    de: "Der Benutzername {login} ist vergeben",
    remedy: "Choose another login."
  },
  user_without_sign_in: {
    en: "Give a password or a tag, so that the user can sign in",
    de: "Passwort oder Armband angeben, damit die Anmeldung möglich ist",
    remedy: "Give `password`, or `user_tag_pin` or `user_tag_uid_hex`."
  },
  tag_outside_event: {
    en: "Only users of an event have a tag",
    de: "Nur Benutzer einer Veranstaltung haben ein Armband",
    remedy: "Create the user at the event, or without a tag."
  },
  chip_new: {
    en: "This chip is new, so give the PIN of its tag as well",
    de: "Dieser Chip ist neu, deshalb auch die PIN des Armbands angeben",
    remedy: "Give the PIN that is printed on the tag."
  },
  tag_of_other_user: {
    en: "The tag belongs to another user",
    de: "Das Armband gehört einem anderen Benutzer",
    remedy: "Take another tag."
  },
  tag_retired: {
    en: "The tag was someone's once, so take another one",
    de: "Das Armband hat schon jemandem gehört, bitte ein anderes nehmen",
    remedy: "Take a tag that no one had."
  },
  tag_being_sold: {
    en: "The tag is being sold, so take another one",
    de: "Das Armband wird gerade verkauft, bitte ein anderes nehmen",
    remedy: "Take another tag."
  },
  chip_unknown: {
    en: "The chip of this tag is not known, so give its number as well",
    de: "Der Chip dieses Armbands ist nicht bekannt, deshalb auch seine Nummer angeben",
    remedy: "Scan the tag, or type the chip's number."
  },
  chip_fleeting: {
    en: "The chip number {chip} would not be the same at the next tap: use another wristband",
    de: "Die Chipnummer {chip} wäre beim nächsten Lesen eine andere: Nimm ein anderes Armband",
    when:
      "A number of four bytes that begins with 08 is drawn anew at each tap, and 88 marks one that was read in part (ISO/IEC 14443-3). Wristbands that have such a number already go on.",
    remedy:
      "Take a wristband of the event, not a phone or an identity card. If all of a delivery are refused, the reader reads a part of their numbers."
  },
  pin_of_other_chip: {
    en: "The PIN belongs to a tag with another chip",
    de: "Die PIN gehört zu einem Armband mit anderem Chip",
    remedy: "Compare PIN and chip with the tag at hand."
  },
  administrator_login_invalid: {
    en: "The administrator needs a login with at least one letter or digit",
    de: "Für die Verwaltung ist ein Benutzername mit mindestens einem Buchstaben oder einer Ziffer nötig",
    remedy: "Choose such a login."
  },
  password_short: {
    en: "A password has at least 10 characters",
    de: "Ein Passwort hat mindestens 10 Zeichen",
    remedy: "Choose a longer password."
  },
  role_not_assigned: {
    en: "The user does not have the role {role} here",
    de: "Die Rolle {role} ist hier nicht vergeben",
    remedy: "List the user's roles; name the node at which the role was given."
  },
  administrator_password_short: {
    en: "The administrator needs a password of at least 10 characters",
    de: "Für die Verwaltung ist ein Passwort mit mindestens 10 Zeichen nötig",
    remedy: "Choose a longer password."
  },
  administrator_role_changed: {
    en: "The role {role} of the root has lost node_administration or user_management",
    de: "Der Rolle {role} an der Wurzel fehlt node_administration oder user_management",
    remedy: "Give the role both privileges back, or rename it."
  },
  root_without_administrator: {
    en: "No one administers the root, so there is no one to make the demo",
    de: "Niemand verwaltet die Wurzel, also kann niemand die Demo anlegen",
    remedy: "Make an administrator with `wristbank user create`."
  },
  administrator_taken: {
    en: "There is a user {login} already",
    de: "Es gibt schon einen Benutzer {login}",
    remedy: "Choose another login, or set a new password for that user."
  }
})
