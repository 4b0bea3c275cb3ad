import { Configuration } from "@wristbank/core/base/Configuration"
import { Installation } from "@wristbank/core/organisation/Installation"
import { Effect, Option, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { ensureSecretFile, isThere } from "../secrets/SecretFile.ts"

/** Raised when the file with the administrator's first password can't be read or written. */
class PasswordFileError extends Schema.TaggedError<PasswordFileError>()("PasswordFileError", {
  message: Schema.String
}) {}

/**
 * Makes the administrator of an empty database. The returned lines explain how to sign in and are never logged. A generated password is
 * kept in the data folder, so that later starts can name its place. It is shown only if `isShown`: what a service prints is kept in
 * journals that more people may read than its files.
 */
export const setUp = Effect.fnUntraced(function*({ isShown }: { readonly isShown: boolean }) {
  const { adminLogin, adminPassword, dataDir } = yield* Configuration
  const path = join(dataDir, "admin-password")
  const line = (password: string) => [`administrator       ${adminLogin}, password ${password}`]
  const installation = yield* Installation
  if (!(yield* installation.isEmpty)) return (yield* attempt(() => isThere(path))) ? line(`at first as in ${path}`) : []
  if (Option.isSome(adminPassword)) return (yield* install(adminPassword.value)) ? line("as given") : []
  // Written before it is used: if this start is interrupted, the next one finds the password.
  const password = yield* attempt(() => ensureSecretFile(path, generatePassword))
  const kept = isShown ? `${password} (kept in ${path})` : `kept in ${path}`
  return (yield* install(Redacted.make(password))) ? line(kept) : []
})

const install = Effect.fnUntraced(function*(password: Redacted.Redacted) {
  const { adminLogin } = yield* Configuration
  return yield* (yield* Installation).install({ login: adminLogin, password })
})

const attempt = <A>(use: () => Promise<A>) =>
  Effect.tryPromise({
    try: use,
    catch: (cause) =>
      new PasswordFileError({
        message: `The administrator's password can't be kept: ${cause instanceof Error ? cause.message : cause}`
      })
  })

const generatePassword = () => randomBytes(15).toString("base64url")
