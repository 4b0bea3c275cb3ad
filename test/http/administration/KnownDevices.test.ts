import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call, serverLayer, signInAdministrator } from "../../support/administration.ts"
import { noAttempts } from "../../support/attempts.ts"

const fromOurPage = { "x-wristbank-web": "1" }

layer(serverLayer, { excludeTestServices: true })("a sign-in from the web application", (it) => {
  it.effect("leaves a cookie by which the device is known, no matter who guesses the password from its address", () =>
    Effect.gen(function*() {
      yield* noAttempts
      const user = { username: "dora", password: "the password of dora" }
      yield* call("/users?node_id=0", {
        token: yield* signInAdministrator,
        body: { login: "dora", display_name: "Dora", password: user.password }
      })
      const answer = yield* call("/auth/web-login", { body: user, headers: fromOurPage })
      const [device = "", ...others] = answer.headers.getSetCookie().filter((set) => set.includes("-device-"))
      assert.isEmpty(others)
      const [pair = "", ...attributes] = device.split("; ")
      assert.deepStrictEqual(attributes.toSorted(), ["HttpOnly", "Max-Age=15552000", "Path=/", "SameSite=Strict"])
      assert.notInclude(pair, "dora")
      yield* Effect.repeat(call("/auth/web-login", { body: { ...user, password: "a guess" }, headers: fromOurPage }), {
        until: ({ status }) => status === 429
      })
      const again = (headers: Record<string, string>) =>
        Effect.map(
          call("/auth/web-login", { body: user, headers: { ...fromOurPage, ...headers } }),
          (reply) => reply.status
        )
      assert.strictEqual(yield* again({}), 429)
      assert.strictEqual(yield* again({ cookie: pair }), 200)
      yield* noAttempts
    }))
})
