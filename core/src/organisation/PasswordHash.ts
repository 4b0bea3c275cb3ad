import { Effect, Semaphore } from "effect"
import { availableParallelism } from "node:os"
import { extname } from "node:path"
import { Tinypool } from "tinypool"
import { admission } from "../network/Admission.ts"
import type { InvalidArgument } from "../primitives/Refusal.ts"
import { choose } from "./Password.ts"
import type { PasswordTask } from "./PasswordThread.ts"

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The same characters typed on another keyboard may come in another Unicode form.
const normal = (password: string) => password.normalize("NFC")

/** Passwords that are worked on at once: a core stays free for everything else. */
export const hashers = Math.max(1, availableParallelism() - 1)

// Threads of their own, which a thread pool of Node's has no lower priority for. They end after a minute without work.
let threads: Tinypool | undefined
const work = (task: PasswordTask) => {
  threads ??= new Tinypool({
    filename: new URL(`./PasswordThread${extname(import.meta.url)}`, import.meta.url).href,
    minThreads: 0,
    maxThreads: hashers,
    idleTimeout: 60_000,
    // Nothing of the environment, with its secrets, and no flags that are meant for the process.
    env: {},
    execArgv: []
  })
  return threads.run(task)
}

/** Sign-ins that may wait for them. */
export const mostWaiting = 8

// Work that has begun is seen to its end: nobody frees a place for more of it by going away.
const turns = Semaphore.makeUnsafe(hashers)
const inTurn = <A extends string | boolean>(task: PasswordTask): Effect.Effect<A> =>
  turns.withPermit(Effect.uninterruptible(Effect.promise(() => work(task))))

/** For a sign-in with a password by somebody unknown: `ServiceUnavailable` when too many of them are under way. */
export const admitSignIn = admission(hashers + mostWaiting).run

/** The text to store for a password (argon2id, with its salt). */
export const hashPassword = (password: string): Effect.Effect<string> => inTurn({ password: normal(password), cost })

/** The text to store for a password that somebody chooses, or why they may not have it. */
export const hashNewPassword = Effect.fnUntraced(
  function*(password: string, login: string): Effect.fn.Return<string, InvalidArgument> {
    const { commonPasswords } = yield* Effect.promise(() => import("./CommonPasswords.ts"))
    yield* Effect.fromResult(choose(password, login, commonPasswords))
    return yield* hashPassword(password)
  }
)

// Of a random password nobody has; checking against it takes as long as against a real one.
const nobodys = "$argon2id$v=19$m=19456,t=2,p=1$VzhWE5dx+KbQQ96dNo4LLw$j9q1kstapT7Bqd7gioDBQkI1DKsKW0xh+r47zbFjUo8"

/** Whether the password is the stored one; without a stored one it is not, after the same work. */
export const isPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  Effect.map(
    inTurn<boolean>({ password: normal(password), hash: stored ?? nobodys }),
    (matches) => matches && stored !== null
  )
