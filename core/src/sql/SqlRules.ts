import { defineRules } from "../base/Rule.ts"

/** Why a process is not ready, and why a list refuses to go on. */
export const sqlRules = defineRules("sql", {
  database_silent: {
    id: "NotReady",
    en: "The database does not answer",
    de: "Die Datenbank antwortet nicht",
    remedy: "Send calls to another server; look at the database and the network to it."
  },
  database_refuses_bookings: {
    id: "NotReady",
    en: "The database can't store bookings",
    de: "Die Datenbank kann keine Buchungen speichern",
    remedy: "Look whether a disk of the database is full, or the database is read-only or a standby."
  },
  schema_outdated: {
    id: "NotReady",
    en: "The database lacks the schema of this version: run wristbank migrate",
    de: "Der Datenbank fehlt das Schema dieser Version: wristbank migrate ausführen",
    remedy: "Run `wristbank migrate`."
  },
  cursor_of_other_list: {
    en: "The list can't go on from there, please load it from its beginning",
    de: "Die Liste lässt sich dort nicht fortsetzen, bitte von vorn laden",
    when: "A cursor belongs to a list in another order, or to none.",
    remedy: "Send the cursor of a `Link` header together with all other parameters of that header."
  }
})
