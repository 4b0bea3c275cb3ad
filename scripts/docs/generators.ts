/** Programs of `docs/generators` that write pages when they run. Those of `library` take long and run only if it is asked for. */
export const generators: ReadonlyArray<string> = [
  "commands",
  "errors",
  "metrics",
  "orderOfChecksPages",
  "packages",
  "privileges",
  "settings"
]

export const libraryGenerators: ReadonlyArray<string> = []
