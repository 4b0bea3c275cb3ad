/** Where the builds of a clone are, and what they are made of. */
export interface Builds {
  readonly builds: string
  readonly stampOf: (elsewhere: ReadonlyArray<string>) => string
  readonly currentBuild: () => string | undefined
  readonly ensureBuilt: (announce?: () => void) => Promise<string>
}
export declare const root: string
export declare const builtBy: (
  options: { readonly builds: string; readonly script: string; readonly sources: ReadonlyArray<string> }
) => Builds
