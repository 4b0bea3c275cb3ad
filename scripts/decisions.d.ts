/** The test files of the folder that reach no database, no process and no socket, in order. */
export const decisionTests: (root: string) => ReadonlyArray<string>
