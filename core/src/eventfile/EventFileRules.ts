import { defineRules } from "../base/Rule.ts"

/** Why an event can't be made as its file describes it. */
export const eventFileRules = defineRules("eventfile", {
  settings_missing: {
    en: "The event is new, so the file needs its settings",
    de: "Die Veranstaltung ist neu, deshalb braucht die Datei ihre Einstellungen",
    remedy: "Add the section `settings`; `wristbank event export` of another event shows its fields."
  },
  organisation_unknown: {
    en: "There is no organisation {path}",
    de: "Es gibt keine Organisation {path}",
    remedy: "Make the node in the office first, or name the one below which the event is to be."
  },
  event_unknown: {
    en: "There is no event {event}",
    de: "Es gibt keine Veranstaltung {event}",
    remedy: "Name the event by its id, or by its name with those of the nodes above it: `Harbour Club/Festival`."
  },
  name_taken: {
    en: "There is already {name} here",
    de: "{name} gibt es hier schon",
    remedy: "Give the new event another name, or name the event that is to become as the file describes it."
  },
  event_moved: {
    en: "An event can't be moved to another organisation",
    de: "Eine Veranstaltung kann nicht zu einer anderen Organisation wechseln",
    remedy: "Leave `organisation` as it is, or give the event another name: the file then makes a new one."
  },
  reference_unknown: {
    en: "There is no {name} here: see {field}",
    de: "{name} gibt es hier nicht: siehe {field}",
    remedy: "Describe the object in the file, at the same node or above, or correct the name."
  },
  variables_missing: {
    en: "These secrets are missing: {variables:list}",
    de: "Diese Geheimnisse fehlen: {variables:list}",
    remedy:
      "On the command line, set the environment variables that the file names, for this command alone; in the office, enter the secrets. Nothing was changed."
  },
  secret_invalid: {
    en: "The value for {field} can't be used: {reason}",
    de: "Der Wert für {field} ist nicht verwendbar: {reason}",
    remedy: "Set the variable to a value of the form that the message names."
  },
  keys_fixed: {
    en: "The keys of the wristbands never change: chips were written with them",
    de: "Die Schlüssel der Armbänder ändern sich nie: Chips wurden damit beschrieben",
    remedy: "Leave `user_tag_secret` as the event has it."
  },
  device_stays: {
    en: "The signing device {device} is never removed, as its signatures stay",
    de: "Die Signatureinheit {device} bleibt, denn ihre Signaturen bleiben",
    remedy: "Disable the device in the office, or leave it in the file."
  },
  serial_fixed: {
    en: "The serial number of the signing device {device} never changes",
    de: "Die Seriennummer der Signatureinheit {device} ändert sich nie",
    remedy: "Leave the number as it is. Another device gets an entry, and a name, of its own."
  },
  password_stays: {
    en: "{login} has a password, which can't be taken away",
    de: "{login} hat ein Passwort, das bleibt",
    remedy: "Leave the reference in the file, or remove the user."
  },
  tag_unknown: {
    en: "The event has neither the wristband of {login} nor keys to make it",
    de: "Die Veranstaltung hat weder das Armband von {login} noch Schlüssel, um es anzulegen",
    remedy: "Describe `user_tag_secret`, or import the wristbands before users get theirs."
  },
  changed_meanwhile: {
    en: "Someone else has changed the event since the plan was made",
    de: "Seit dem Plan hat jemand anderes die Veranstaltung geändert",
    remedy: "Have the plan made again, which then is that for the event as it is now, and look at it."
  }
})
