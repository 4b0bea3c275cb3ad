import { hash, verify as verifyHash } from "@node-rs/argon2"
import { Effect } from "effect"

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// The same characters typed on another keyboard may come in another Unicode form.
const normal = (password: string) => password.normalize("NFC")

/** The text to store for a password (argon2id, with its salt). */
export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.promise(() => hash(normal(password), cost))

// Of a random password nobody has; checking against it takes as long as against a real one.
const nobodys = "$argon2id$v=19$m=19456,t=2,p=1$VzhWE5dx+KbQQ96dNo4LLw$j9q1kstapT7Bqd7gioDBQkI1DKsKW0xh+r47zbFjUo8"

/** Whether the password is the stored one; without a stored one it is not, after the same work. */
export const isPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  Effect.map(
    Effect.promise(() => verifyHash(stored ?? nobodys, normal(password))),
    (matches) => matches && stored !== null
  )
