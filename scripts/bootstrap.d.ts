type Package = { readonly version?: string; readonly integrity?: string; readonly optional?: boolean }
type Lockfile = { readonly packages: Readonly<Record<string, Package>> }

export declare const reasonToInstall: (lockfile: Lockfile, installed: Lockfile | undefined) => string | undefined
