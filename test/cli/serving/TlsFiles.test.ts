import { assert, it } from "@effect/vitest"
import { tlsFiles } from "@wristbank/cli/serving/TlsFiles"
import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { certificate, certificateKey } from "../../support/mailCertificate.ts"

const filesOf = (flags: Record<string, string>) =>
  Effect.provide(tlsFiles, Configuration.layer({ flags, environment: {} }))

it.live("a certificate and its key are read, and what can't be used is named", () =>
  Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-"))),
      (made) => Effect.promise(() => rm(made, { recursive: true }))
    )
    const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")]
    yield* Effect.promise(() => Promise.all([writeFile(cert, certificate), writeFile(key, certificateKey)]))
    assert.isUndefined(yield* filesOf({}))
    assert.deepStrictEqual(yield* filesOf({ tlsCertificate: cert, tlsKey: key }), {
      cert: certificate,
      key: certificateKey
    })
    const wrong = [
      [{ tlsCertificate: cert }, "--tls-key"],
      [{ tlsKey: key }, "--tls-certificate"],
      [{ tlsCertificate: cert, tlsKey: join(folder, "nowhere.pem") }, "nowhere.pem"],
      [{ tlsCertificate: cert, tlsKey: cert }, "can't be used"],
      [{ tlsCertificate: key, tlsKey: key }, "can't be used"]
    ] as const
    for (const [flags, named] of wrong) {
      const error = yield* Effect.flip(filesOf(flags))
      assert.strictEqual(error._tag, "TlsFilesError")
      assert.include(error.message, named)
      assert.notInclude(error.message, certificateKey.trim().split("\n")[1]!)
    }
  }).pipe(Effect.scoped))
