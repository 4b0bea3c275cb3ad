export declare const builds: string
export declare const stampOf: (elsewhere: ReadonlyArray<string>) => string
export declare const currentBuild: () => string | undefined
export declare const ensureBuilt: (announce?: () => void) => Promise<string>
