import { defineRules } from "../base/Rule.ts"

/** Why tills, terminals, registers, those who sign in there, and nodes in an archive are refused. */
export const terminalRules = defineRules("cash", {
  sign_in_tag_of_nobody: {
    id: "AccessDenied",
    en: "This tag belongs to no one who works here",
    de: "Dieser Chip gehört niemandem, der hier arbeitet",
    when: "A tag that belongs to no one who works here is to sign in.",
    remedy: "Scan the tag of a user of the event, or give the user this tag."
  },
  sign_ins_too_many: {
    en: "Too many people signed in here, please try again in {minutes} minutes",
    de: "Hier gab es zu viele Anmeldungen, bitte in {minutes} Minuten noch einmal versuchen",
    remedy: "Wait; who is signed in goes on working. A terminal that signs people in again and again needs a look."
  },
  signed_in_user_changed: {
    id: "AccessDenied",
    en: "Who is signed in here has changed, please try again",
    de: "Die Anmeldung hier hat sich geändert, bitte noch einmal versuchen",
    remedy: "Send the request again if the user who is signed in now should make it."
  },
  user_tag_unknown: {
    en: "No one who works here has the tag {tag}",
    de: "Niemand, der hier arbeitet, hat den Chip {tag}",
    remedy: "Scan the tag of a user of the event."
  },
  registration_code_unknown: {
    id: "AccessDenied",
    en: "This registration code is unknown or was used already",
    de: "Dieser Registrierungscode ist unbekannt oder wurde schon benutzt",
    remedy: "Show a new code of the terminal in the administration, and scan that."
  },
  terminal_name_ambiguous: {
    en: "Several terminals are named {name}: say the number of one, such as {id}",
    de: "Mehrere Terminals heißen {name}: bitte die Nummer angeben, zum Beispiel {id}",
    remedy: "Name the terminal by its number."
  },
  terminal_name_taken: {
    en: "There is already a terminal named {name} on this path",
    de: "Auf diesem Pfad gibt es schon ein Terminal {name}",
    remedy: "Choose another name; names differ from those of the nodes above and below."
  },
  till_unknown: {
    en: "There is no till {till} here",
    de: "Die Kasse {till} gibt es hier nicht",
    remedy: "Choose a till of this node or of one above it."
  },
  till_has_terminal: {
    en: "The till {till} already has a terminal",
    de: "Die Kasse {till} hat schon ein Terminal",
    remedy: "Take its terminal off the till first, or choose another till."
  },
  virtual_till_without_terminal: {
    en: "The virtual till has no terminal",
    de: "Die virtuelle Kasse hat kein Terminal",
    remedy: "Choose another till; the virtual one books what happens in the office and on the web."
  },
  terminal_serves_till: {
    en: "{terminal} serves the till {till}",
    de: "{terminal} gehört zur Kasse {till}",
    remedy: "Take the terminal off its till, then delete it."
  },
  till_name_taken: {
    en: "There is already a till named {name} on this path",
    de: "Auf diesem Pfad gibt es schon eine Kasse {name}",
    remedy: "Choose another name; names differ from those of the nodes above and below."
  },
  profile_unknown: {
    en: "There is no till profile {profile} at this node or above it",
    de: "Das Kassenprofil {profile} gibt es weder an diesem Knoten noch darüber",
    remedy: "Choose a profile of this node or of one above it."
  },
  terminal_unknown: {
    en: "There is no terminal {terminal} at this node or above it",
    de: "Das Terminal {terminal} gibt es weder an diesem Knoten noch darüber",
    remedy: "Choose a terminal of this node or of one above it."
  },
  terminal_serves_other_till: {
    en: "The terminal {terminal} already serves another till",
    de: "Das Terminal {terminal} gehört schon zu einer anderen Kasse",
    remedy: "Take the terminal off its till first, or choose another one."
  },
  register_name_taken: {
    en: "There is already a cash register named {name} on this path",
    de: "Auf diesem Pfad gibt es schon eine Kassenlade {name}",
    remedy: "Choose another name; names differ from those of the nodes above and below."
  },
  node_not_archived: {
    en: "This node is not archived",
    de: "Dieser Knoten ist nicht archiviert",
    remedy: "Nothing is to be done: the node is open."
  },
  node_above_archived: {
    en: "Take {node} out of the archive, it lies above",
    de: "{node} liegt darüber und muss zuerst aus dem Archiv",
    remedy: "Take the node above out of the archive; what lies below comes with it."
  },
  root_not_deleted: {
    en: "The root of the tree can't be deleted",
    de: "Die Wurzel des Baums kann nicht gelöscht werden",
    remedy: "Delete nodes below the root instead."
  },
  event_name_needed: {
    en: "To delete the event {event} with all that it holds, confirm its name",
    de: "Um die Veranstaltung {event} mit allem, was sie enthält, zu löschen, ist ihr Name zu bestätigen",
    remedy: "Send the event's name as `confirm_name`."
  },
  booked_just_now: {
    en: "This was booked a moment ago; repeat it after ten seconds if it is a second one",
    de: "Das ist gerade eben gebucht worden; ein zweites Mal geht es nach zehn Sekunden",
    when: "The same person moves the same amount for the same wristband within ten seconds, without a `request_id`.",
    remedy:
      "Look at the balance: the first request is booked. For a second movement wait ten seconds, or send a `request_id` with each."
  }
})
