import { Context, Effect, Semaphore } from "effect"
import { availableParallelism } from "node:os"
import { extname } from "node:path"
import { Tinypool } from "tinypool"
import { admission } from "../base/limits/Admission.ts"
import { places } from "../base/limits/Limits.ts"
import type { InvalidArgument } from "../base/Refusal.ts"
import { ServingProcesses } from "../base/ServingProcesses.ts"
import { choose } from "./Password.ts"
import type { PasswordTask } from "./PasswordThread.ts"

/** The work that new hashes take, and each check against them: by default OWASP's recommendation for argon2id. */
export const PasswordCost = Context.Reference("core/reference/PasswordCost", {
  defaultValue: () => ({
    /** In KiB. */
    memoryCost: 19_456,
    /** Passes over that memory. */
    timeCost: 2,
    parallelism: 1
  })
})

// Another keyboard may send the same characters in another Unicode form.
const normal = (password: string) => password.normalize("NFC")

/**
 * Number of passwords that are hashed at the same time: one core stays free for all other work. The processes of a server
 * divide it, and each hashes one at least.
 */
export const hashers = Math.max(1, availableParallelism() - 1)

// A pool of its own, as Node's thread pool can't lower its priority. The threads end after a minute without work.
let threads: Tinypool | undefined
const work = (task: PasswordTask) => {
  threads ??= new Tinypool({
    filename: new URL(`./PasswordThread${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: hashers,
    idleTimeout: 60_000,
    // The threads get nothing of the environment, which contains secrets, and no flags for the process.
    env: {},
    execArgv: []
  })
  return threads.run(task)
}

// Work that has begun is finished: a caller that goes away does not free its place for more work.
const turns = Semaphore.makeUnsafe(hashers)
const inTurn = <A extends string | boolean>(task: PasswordTask): Effect.Effect<A> =>
  Effect.flatMap(
    ServingProcesses,
    (processes) =>
      turns.withPermits(Math.min(hashers, processes))(Effect.uninterruptible(Effect.promise(() => work(task))))
  )

/** Admits a sign-in with a password; fails as `ServiceUnavailable` if too many are in progress. */
export const admitSignIn = admission(hashers + places.passwords).run

/** The same for networks and devices from which someone signed in before: strangers take none of these places. */
export const admitKnownSignIn = admission(hashers + places.passwords).run

/** The text to store for a password: its argon2id hash with the salt. */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.flatMap(PasswordCost, (cost) => inTurn<string>({ password: normal(password), cost }))

/** The text to store for a newly chosen password, or the reason for which it is refused. */
export const hashNewPassword = Effect.fnUntraced(
  function*(password: string, login: string): Effect.fn.Return<string, InvalidArgument> {
    const { commonPasswords } = yield* Effect.promise(() => import("./CommonPasswords.ts"))
    yield* Effect.fromResult(choose(password, login, commonPasswords))
    return yield* hashPassword(password)
  }
)

// The hash of a random password that is not used; checking against it takes as long as against a real one.
const decoyHash = "$argon2id$v=19$m=19456,t=2,p=1$VzhWE5dx+KbQQ96dNo4LLw$j9q1kstapT7Bqd7gioDBQkI1DKsKW0xh+r47zbFjUo8"

/** Whether the password matches the stored hash. Without a stored hash it does not, after the same amount of work. */
export const isPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  Effect.map(
    inTurn<boolean>({ password: normal(password), hash: stored ?? decoyHash }),
    (matches) => matches && stored !== null
  )
