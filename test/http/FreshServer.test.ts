import { assert, layer } from "@effect/vitest"
import { allowances } from "@wristbank/core/base/limits/Limits"
import { Effect } from "effect"
import { DatabaseProxy } from "../support/DatabaseProxy.ts"
import { Festival } from "../support/Festival.ts"
import { send } from "../support/ServedApi.ts"
import { servedFestival, startServer } from "../support/Servers.ts"

layer(servedFestival, { excludeTestServices: true })("a server that has just started", (it) => {
  it.effect("knows the terminals that were in use, no matter who floods it from their network", () =>
    Effect.gen(function*() {
      const { bar } = yield* Festival
      const { url } = yield* DatabaseProxy
      const address = `${yield* startServer(url, [])}/terminal/config`
      // The network gets a few more each second, so how many calls that takes depends on the machine.
      let sent = 0
      yield* Effect.suspend(() => send("GET", address, { token: `nobody has this ${sent++}` })).pipe(
        Effect.repeat({ until: ({ status }) => status === 503 })
      )
      assert.isAtLeast(sent, allowances.unknownTokens.most)
      assert.strictEqual((yield* send("GET", address, { token: bar.token })).status, 200)
    }))
})
