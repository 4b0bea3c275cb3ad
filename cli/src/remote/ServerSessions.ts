import { Effect, Redacted, Schema } from "effect"
import { mkdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { writeWhole } from "../files/OutputFile.ts"

/** Raised when the stored sign-ins can't be used. */
export class NotSignedIn extends Schema.TaggedError<NotSignedIn>()("NotSignedIn", { message: Schema.String }) {}

/** A sign-in at a server. */
const Stored = Schema.Struct({
  /** The address as it was typed. */
  server: Schema.String,
  /** The address of the administration API. */
  api: Schema.String,
  login: Schema.String,
  token: Schema.String
})

/** A sign-in at a server, with the token of its session. */
export interface ServerSession {
  readonly server: string
  readonly api: string
  readonly login: string
  readonly token: Redacted.Redacted
}

/** The newest first. */
const Sessions = Schema.fromJsonString(Schema.Array(Stored))

const fileIn = (folder: string) => join(folder, "sessions.json")

/** The sign-ins of this account, the newest first. They are kept in a file that no one else may read. */
export const storedSessions = Effect.fnUntraced(function*(folder: string) {
  const path = fileIn(folder)
  const text = yield* Effect.tryPromise({
    try: () => readPrivate(path),
    catch: (cause) =>
      new NotSignedIn({
        message: `The sign-ins can't be read: ${
          cause instanceof Error ? cause.message : cause
        }; fix that and sign in again`
      })
  })
  if (text === null) return []
  const stored = yield* Effect.mapError(
    Schema.decodeEffect(Sessions)(text),
    () => new NotSignedIn({ message: `${path} is damaged: remove it and sign in again` })
  )
  return stored.map((session): ServerSession => ({ ...session, token: Redacted.make(session.token) }))
})

const readPrivate = async (path: string): Promise<string | null> => {
  const found = await stat(path).catch((error) => error.code === "ENOENT" ? null : Promise.reject(error))
  if (found === null) return null
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
    throw new Error(`others may read ${path}: chmod 600 it, or remove it and sign in again`)
  }
  return readFile(path, "utf8")
}

/** Stores the sign-ins in place of the earlier ones. */
export const storeSessions = Effect.fnUntraced(function*(folder: string, sessions: ReadonlyArray<ServerSession>) {
  yield* Effect.tryPromise({
    try: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    catch: (cause) =>
      new NotSignedIn({
        message: `The sign-in can't be kept: ${
          cause instanceof Error ? cause.message : cause
        }; fix that and sign in again`
      })
  })
  const text = Schema.encodeSync(Sessions)(
    sessions.map((session) => ({ ...session, token: Redacted.value(session.token) }))
  )
  yield* writeWhole({ path: fileIn(folder), force: true }, `${text}\n`)
})

/** The sign-in at a server, or the newest one. */
export const sessionAt = Effect.fnUntraced(function*(folder: string, server: string | undefined) {
  const found = (yield* storedSessions(folder)).find((session) => server === undefined || session.server === server)
  const where = server === undefined ? "anywhere" : `at ${server}`
  return found ?? (yield* new NotSignedIn({
    message: `You are not signed in ${where}: wristbank login ${server ?? "https://…"}`
  }))
})
