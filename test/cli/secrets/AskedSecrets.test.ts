import { assert, it } from "@effect/vitest"
import { askedSecrets } from "@wristbank/cli/secrets/AskedSecrets"
import { Effect } from "effect"
import { PassThrough } from "node:stream"

/** Someone who types a secret at each question. */
const typing = (isTTY: boolean) => {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = new PassThrough()
  let shown = ""
  output.on("data", (chunk) => {
    shown += String(chunk)
    const [, name] = /(\w+): $/.exec(shown) ?? []
    if (name !== undefined) input.write(`secret of ${name}\n`)
  })
  return { asking: { input, output }, shown: () => shown }
}

it.effect("secrets are asked for one after the other and not shown, and not asked for without a terminal", () =>
  Effect.gen(function*() {
    const { asking, shown } = typing(true)
    assert.deepStrictEqual(yield* askedSecrets(["PASSWORD_OLGA", "PIN_OMAR"], asking), {
      PASSWORD_OLGA: "secret of PASSWORD_OLGA",
      PIN_OMAR: "secret of PIN_OMAR"
    })
    assert.strictEqual(shown(), "PASSWORD_OLGA: \nPIN_OMAR: \n")
    const nobody = typing(false)
    assert.deepStrictEqual(yield* askedSecrets(["PASSWORD_OLGA"], nobody.asking), {})
    assert.strictEqual(nobody.shown(), "")
  }))
