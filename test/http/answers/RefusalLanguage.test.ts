import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Address, emptyServer } from "../../support/FestivalServer.ts"
import { office, staffable } from "../TillOffice.ts"

const german = "de-DE,de;q=0.9,en;q=0.5"

layer(emptyServer)("the language of refusals", (it) => {
  const asked = Effect.fnUntraced(function*(
    path: string,
    language: string | undefined,
    { body, token = "nobody" }: { readonly token?: string; readonly body?: string } = {}
  ) {
    const address = yield* Address
    return yield* Effect.promise(async () => {
      const answer = await fetch(`${address}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${token}`,
          ...(language === undefined ? {} : { "accept-language": language })
        },
        ...(body === undefined ? {} : { body })
      })
      return { status: answer.status, headers: answer.headers, body: await answer.json() as Record<string, unknown> }
    })
  })

  it.effect.each(
    [
      [german, "de"],
      ["en", "en"],
      ["fr", "en"],
      [undefined, "en"],
      [";;q=\t=,,de;q=much", "en"]
    ] as const
  )("with Accept-Language %j the same refusal comes in %s", ([accepted, language]) =>
    Effect.gen(function*() {
      const { token } = yield* staffable(yield* office)
      const refused = yield* asked("/terminal/order/1", accepted, { token })
      assert.deepStrictEqual(refused.body, {
        type: "access",
        id: "AccessDenied",
        rule: "till.nobody_signed_in",
        message: language === "de" ? "Hier ist niemand angemeldet" : "No one is signed in here"
      })
      assert.strictEqual(refused.status, 403)
      assert.strictEqual(refused.headers.get("content-language"), language)
      assert.include(refused.headers.get("vary") ?? "", "Accept-Language")
    }))

  it.effect("errors without a rule are described by their id, in the caller's language", () =>
    Effect.gen(function*() {
      const here = yield* office
      const token = yield* here.signIn(here.organiser.id)
      const path = `/administration/tills/999999?node_id=${here.event}`
      const missing = yield* asked(path, german, { token })
      const message = "Nicht gefunden: Kasse 999999"
      const fields = { element_type: "till", element_id: 999999 }
      assert.deepStrictEqual(missing.body, { type: "notfound", id: "NotFound", message, detail: message, ...fields })
      assert.strictEqual((yield* asked(path, "en", { token })).body.message, "There is no till 999999")
      const nobody = yield* asked("/administration/auth/sessions", german)
      assert.deepInclude(nobody.body, { id: "Unauthorized", message: "Bitte neu anmelden" })
      assert.notProperty(nobody.body, "rule")
    }))

  it.effect("what programs get wrong is described in English", () =>
    Effect.gen(function*() {
      const invalid = yield* asked("/administration/auth/login", german, { body: "{" })
      assert.strictEqual(invalid.status, 422)
      assert.isNull(invalid.headers.get("content-language"))
      assert.isNull(invalid.headers.get("vary"))
      assert.strictEqual(
        invalid.body.message,
        (yield* asked("/administration/auth/login", "en", { body: "{" })).body.message
      )
    }))
})
