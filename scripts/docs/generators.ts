/**
 * Programs of `docs/generators` that write pages when they run; `tables` needs a database, and a test compares its page. Those of
 * `library` take long and run only if it is asked for.
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

export const libraryGenerators: ReadonlyArray<string> = ["library"]
