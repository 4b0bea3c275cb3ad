import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Option, Schema } from "effect"
import { readFile } from "node:fs/promises"
import { createSecureContext } from "node:tls"

/** Raised when the files for TLS can't be read or don't belong together. */
class TlsFilesError extends Schema.TaggedError<TlsFilesError>()("TlsFilesError", { message: Schema.String }) {}

/**
 * The certificate and key of all ports; `undefined` when none are configured. Read once, so a renewed certificate needs a
 * restart.
 */
export const tlsFiles = Effect.gen(function*() {
  const { tlsCertificate, tlsKey } = yield* Configuration
  if (Option.isNone(tlsCertificate) && Option.isNone(tlsKey)) return undefined
  if (Option.isNone(tlsCertificate) || Option.isNone(tlsKey)) {
    return yield* new TlsFilesError({ message: "TLS needs both files: --tls-certificate and --tls-key" })
  }
  const [cert, key] = yield* Effect.all([read(tlsCertificate.value), read(tlsKey.value)])
  yield* Effect.try({
    try: () => createSecureContext({ cert, key }),
    catch: (cause) =>
      new TlsFilesError({
        message: `The certificate ${tlsCertificate.value} and the key ${tlsKey.value} can't be used: ${
          reasonOf(cause)
        }; name two that belong together`
      })
  })
  return { cert, key }
})

const read = (path: string) =>
  Effect.tryPromise({
    try: () => readFile(path, "utf8"),
    catch: (cause) =>
      new TlsFilesError({ message: `The file ${path} can't be read: ${reasonOf(cause)}; name another one` })
  })

const reasonOf = (cause: unknown) => cause instanceof Error ? cause.message : String(cause)
