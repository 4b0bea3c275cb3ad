import { defineRules } from "../primitives/Rule.ts"

/** Why a process is not ready. */
export const sqlRules = defineRules("sql", {
  database_silent: {
    id: "NotReady",
    en: "The database does not answer",
    de: "Die Datenbank antwortet nicht",
    remedy: "Send calls to another server; look at the database and the network to it."
  },
  schema_outdated: {
    id: "NotReady",
    en: "The database lacks the schema of this version: run wristbank migrate",
    de: "Der Datenbank fehlt das Schema dieser Version: wristbank migrate ausführen",
    remedy: "Run `wristbank migrate`."
  }
})
