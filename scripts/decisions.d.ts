/** The test files of the folder that use no database, process or socket, in order. */
export const decisionTests: (root: string) => ReadonlyArray<string>
