import { Redacted } from "effect"

/** Name of the migrated, empty database that each test file copies. */
export const template = "wristbank_template"

/** The URL of another database on the same server. */
export const urlOf = (serverUrl: string, database: string): Redacted.Redacted => {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return Redacted.make(url.href)
}
