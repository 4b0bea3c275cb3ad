type Package = { readonly version?: string; readonly integrity?: string; readonly optional?: boolean }
type Lockfile = { readonly packages: Readonly<Record<string, Package>> }

export declare const reasonToInstall: (lockfile: Lockfile, installed: Lockfile | undefined) => string | undefined
export declare const reasonIn: (folder: string) => string | undefined
export declare const install: (folder: string, reason: string) => void
