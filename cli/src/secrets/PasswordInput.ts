import { Effect, Redacted, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { text } from "node:stream/consumers"
import type { Asking } from "../shell/Confirmation.ts"
import type { PasswordSource } from "./PasswordFlags.ts"

/** Raised when no password was given: its file can't be read or is empty, or the two typed ones differ. */
export class PasswordNotGiven
  extends Schema.TaggedError<PasswordNotGiven>()("PasswordNotGiven", { message: Schema.String })
{}

/** The terminal of the process. */
export const terminal: Asking = { input: process.stdin, output: process.stderr }

/**
 * A new password from a file (`-`: standard input) or an environment variable, or typed twice at the terminal without being
 * shown.
 */
export const givenPassword = (source: PasswordSource, asking: Asking = terminal) =>
  passwordFrom(
    source,
    asking,
    Effect.gen(function*() {
      const [first, second] = [yield* askUnseen("Password: ", asking), yield* askUnseen("The same again: ", asking)]
      return first === second
        ? first
        : yield* refuse("The two passwords differ; nothing was changed, so type them again")
    })
  )

/** As `givenPassword`, for a password that exists already and is typed once. */
export const knownPassword = (source: PasswordSource, asking: Asking = terminal) =>
  passwordFrom(source, asking, askUnseen("Password: ", asking))

const passwordFrom = (
  { "password-env": variable, "password-file": file }: PasswordSource,
  asking: Asking,
  typed: Effect.Effect<string, PasswordNotGiven>
): Effect.Effect<Redacted.Redacted, PasswordNotGiven> => {
  if (file !== undefined) return fromFile(file, asking)
  if (variable !== undefined) {
    const value = process.env[variable] ?? ""
    return value === ""
      ? refuse(`${variable} is not set in the environment: set it, or name a file with --password-file`)
      : Effect.succeed(Redacted.make(value))
  }
  return asking.input.isTTY === true
    ? Effect.map(typed, Redacted.make)
    : refuse("No one can be asked here: name a file with --password-file or a variable with --password-env")
}

const fromFile = (file: string, { input }: Asking) =>
  Effect.tryPromise({
    try: () => file === "-" ? text(input) : readFile(file, "utf8"),
    catch: (cause) => new PasswordNotGiven({ message: `${file} can't be read (${reasonOf(cause)}): name another file` })
  }).pipe(
    // Editors add a line end to a file; it is not part of the password.
    Effect.map((content) => content.replace(/\r?\n$/, "")),
    Effect.flatMap((password) =>
      password === "" ? refuse(`${file} is empty: write the password into it`) : Effect.succeed(Redacted.make(password))
    )
  )

/**
 * Asks without showing what is typed. A terminal shows it unless the line editor does so itself; this line editor writes to
 * nowhere.
 */
export const askUnseen = (question: string, { input, output }: Asking = terminal) =>
  Effect.promise(async (signal) => {
    output.write(question)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input, output: nowhere, terminal: true })
    const ended = new Promise<string>((end) => lines.once("close", () => end("")))
    try {
      return await Promise.race([lines.question("", { signal }), ended])
    } finally {
      lines.close()
      output.write("\n")
    }
  })

const refuse = (message: string) => Effect.fail(new PasswordNotGiven({ message }))

const reasonOf = (cause: unknown) => cause instanceof Error ? cause.message : String(cause)
