/**
 * Programs of `docs/generators` that write pages when they run. Two more are not among them: `tables` needs a database, and a test
 * compares its page; `library` writes HTML that is part of the built site alone.
 */
export const generators: ReadonlyArray<string> = [
  "api",
  "changelog",
  "commands",
  "errors",
  "eventFile",
  "metrics",
  "orderOfChecksPages",
  "packages",
  "privileges",
  "settings"
]
