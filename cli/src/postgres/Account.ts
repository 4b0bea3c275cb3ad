import { Effect } from "effect"
import { execFile } from "node:child_process"
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { attempt, EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"

/** The system account that PostgreSQL runs as; `undefined` for the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined

const execute = promisify(execFile)

/** PostgreSQL refuses to run as root, so a root process runs it as the owner of the data or as the account `postgres`. */
export const accountFor = Effect.fnUntraced(function*(clusterFolder: string) {
  if (process.getuid?.() !== 0) return undefined
  const owner = yield* ownerOf(join(clusterFolder, "PG_VERSION"))
  if (owner !== undefined && owner.uid !== 0) return owner
  return yield* postgresAccount.pipe(
    Effect.catch(() => Effect.andThen(createPostgresAccount, postgresAccount))
  )
})

/** Options that run a child process as the account, in a folder that every account can enter. */
export const spawnOptions = (account: Account) => ({
  cwd: "/",
  env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
  ...account
})

/** Whether the account can enter a folder. The operating system is asked, as it checks more than mode bits. */
export const canEnter = (account: Account, folder: string): Effect.Effect<boolean> =>
  succeeds(() => execute("/bin/sh", ["-c", "cd \"$1\"", "sh", folder], spawnOptions(account)))

/** Whether the account can run a program. */
export const canRun = (account: Account, program: string): Effect.Effect<boolean> =>
  succeeds(() => execute(program, ["--version"], spawnOptions(account)))

/** Runs a program to its end as the account. */
export const runAs = (account: Account, program: string, args: ReadonlyArray<string>) =>
  attempt(`${program} failed`, () => execute(program, args, spawnOptions(account)))

const succeeds = (promise: () => Promise<unknown>): Effect.Effect<boolean> =>
  Effect.promise(() => promise().then(() => true, () => false))

const ownerOf = (path: string): Effect.Effect<Account> =>
  Effect.promise(() => stat(path).then(({ uid, gid }) => ({ uid, gid }), () => undefined))

const postgresAccount = Effect.map(
  attempt(
    "There is no account postgres",
    () => Promise.all([execute("id", ["-u", "postgres"]), execute("id", ["-g", "postgres"])])
  ),
  ([uid, gid]): Account => ({ uid: Number(uid.stdout), gid: Number(gid.stdout) })
)

const createPostgresAccount = Effect.mapError(
  attempt(
    "useradd failed",
    () => execute("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", "postgres"])
  ),
  ({ cause }) =>
    new EmbeddedPostgresError({
      message: "PostgreSQL can't run as root, and the account postgres can't be created. Start Wristbank as an " +
        "ordinary user, create the account by hand, or set DATABASE_URL to a PostgreSQL server of your own",
      cause
    })
)
