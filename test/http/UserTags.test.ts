import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { type Body, emptyServer, listOf } from "../support/FestivalServer.ts"
import { office, refused } from "./TillOffice.ts"

layer(emptyServer)("tags over HTTP", (it) => {
  it.effect("tags come in with their secret, all or none, and are found again", () =>
    Effect.gen(function*() {
      const here = yield* office
      yield* here.sql`update usr set user_tag_id = null, password_hash = 'x' where event_id = ${here.event}`
      yield* here.sql`delete from user_tag where event_id = ${here.event}`
      yield* here.sql`delete from user_tag_secret where event_id = ${here.event}`
      const key = "00112233445566778899aabbccddeeff"
      const keys = { key0: key, key1: key, description: "chips" }
      assert.strictEqual((yield* here.atEvent("POST", "/user-tag-secrets", { ...keys, key1: "xyz" })).status, 422)
      const secret = yield* here.atEvent("POST", "/user-tag-secrets", keys)
      assert.strictEqual(secret.status, 200)
      assert.notInclude(secret.text, key)
      refused(yield* here.atEvent("POST", "/user-tag-secrets", keys), 400, "tag.secret_exists")
      const shown = yield* here.atEvent("GET", "/user-tag-secrets")
      assert.lengthOf(listOf(shown), 1)
      assert.notInclude(shown.text, key)
      const tags = (...pins: ReadonlyArray<string>) => pins.map((pin) => ({ pin, secret_id: secret.body.id }))
      assert.strictEqual((yield* here.atEvent("POST", "/user-tags", tags("AAA", "BBB"))).text, "null")
      refused(yield* here.atEvent("POST", "/user-tags", tags("CCC", "BBB", "DDD")), 400, "tag.import_pins_taken")
      refused(yield* here.atEvent("POST", "/user-tags", []), 400, "tag.import_empty")
      refused(yield* here.atBar("POST", "/user-tags", tags("EEE")), 400, "ResourceNotAllowed")
      const find = (search_term: string) =>
        Effect.map(here.atEvent("POST", "/user-tags/find-user-tags", { search_term }), ({ body }) => body)
      assert.deepStrictEqual((yield* find("ccc")).ids, [])
      const { entities, ids } = yield* find("aa")
      const [id] = ids as ReadonlyArray<number>
      const tag = (entities as Record<string, Body>)[String(id)]
      assert.deepInclude(tag, { id, pin: "AAA", uid: null, uid_hex: null, account_history: [] })
      const commented = yield* here.atEvent("POST", `/user-tags/${id}/update-comment`, { comment: "torn" })
      assert.strictEqual(commented.body.comment, "torn")
      assert.deepStrictEqual((yield* here.atEvent("GET", `/user-tags/${id}`)).body, commented.body)
      const many = tags(...Array.from({ length: 40_000 }, (_, n) => `PIN-${n}-${"x".repeat(20)}`))
      assert.strictEqual((yield* here.atEvent("POST", "/user-tags", many)).status, 200)
      for (const term of ["pin-", "x"]) assert.lengthOf((yield* find(term)).ids as ReadonlyArray<unknown>, 1_000)
    }))
})
