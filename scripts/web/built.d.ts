import type { Builds } from "../built.js"

export declare const builds: Builds["builds"]
export declare const stampOf: Builds["stampOf"]
export declare const currentBuild: Builds["currentBuild"]
export declare const ensureBuilt: Builds["ensureBuilt"]
