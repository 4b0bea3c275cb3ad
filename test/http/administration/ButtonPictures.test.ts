import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { Address, type Body, created, done } from "../../support/FestivalServer.ts"
import { drawn, png } from "../../support/Pictures.ts"

/** Fetches a picture as a browser does, without a token. */
const fetched = Effect.fnUntraced(function*(api: "administration" | "terminal", hash: string, headers = {}) {
  const address = yield* Address
  return yield* Effect.promise(async () => {
    const response = await fetch(`${address}/${api}/media/button/${hash}`, { headers })
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  })
})

let sizes = 0
/** A picture that no one has uploaded yet. */
const another = () => png({ width: 300, height: 1 + sizes++ })

const pictures = Effect.gen(function*() {
  const { event, office, products, tills } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const upload = (picture: Buffer) => office("POST", "/till-button-pictures", { data: picture.toString("base64") })
  const hashOf = (picture: Buffer) => Effect.map(upload(picture), (answer) => String(done(answer).body.hash))
  const body = (more: Body = {}): Body => ({ name: randomUUID(), product_ids: [products.beer], ...more })
  const button = (more: Body = {}) => office("POST", "/till-buttons", body(more))
  const kept = Effect.map(
    sql<{ hash: string }>`select hash from button_picture where event_id = ${event}`,
    (rows) => rows.map(({ hash }) => hash)
  )
  return { body, button, event, hashOf, kept, office, sql, tills, upload }
})

layer(Festival.layer, { excludeTestServices: true })("pictures of buttons", (it) => {
  it.effect("are uploaded once and fetched anywhere without a token, to keep for good", () =>
    Effect.gen(function*() {
      const { event, hashOf, kept, sql, upload } = yield* pictures
      const cases = [[another(), "image/png"], [drawn.jpeg, "image/jpeg"], [drawn.lossy, "image/webp"]] as const
      for (const [picture, type] of cases) {
        const { body } = done(yield* upload(picture))
        assert.deepInclude(body, { mime_type: type, bytes: picture.length })
        const hash = String(body.hash)
        for (const api of ["administration", "terminal"] as const) {
          const { bytes, headers, status } = yield* fetched(api, hash)
          assert.deepStrictEqual([status, headers.get("content-type"), bytes], [200, type, picture])
          assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
          assert.match(String(headers.get("content-security-policy")), /default-src 'none'.*sandbox/)
          assert.match(String(headers.get("cache-control")), /immutable/)
          const again = yield* fetched(api, hash, { "if-none-match": headers.get("etag") })
          assert.deepStrictEqual([again.status, again.bytes.length], [304, 0])
        }
        const stored = (yield* kept).length
        assert.strictEqual(yield* hashOf(picture), hash)
        assert.lengthOf(yield* kept, stored)
        const audited = yield* sql<{ content: Body }>`select content from audit_log
          where node_id = ${event} and log_type = 'button_picture_stored' and content->>'hash' = ${hash}`
        assert.deepStrictEqual(audited.map(({ content }) => content), [{ id: event, ...body }])
      }
    }))

  it.effect("are refused with the reason, and so is what is no hash", () =>
    Effect.gen(function*() {
      const { button, event, kept, upload } = yield* pictures
      const before = yield* kept
      const refusal = yield* refused(upload(png({ width: 812, height: 9 })), "catalogue.picture_refused")
      assert.include(JSON.stringify(refusal), "812 × 9")
      yield* refused(upload(Buffer.from("<svg/>")), "catalogue.picture_refused")
      yield* refused(button({ picture_hash: "0".repeat(64) }), "catalogue.picture_unknown")
      assert.strictEqual((yield* button({ picture_hash: "0".repeat(63) })).status, 422)
      assert.strictEqual((yield* button({ short_name: "x".repeat(21) })).status, 422)
      assert.strictEqual((yield* button({ colour: "#ff0000" })).status, 422)
      const helper = yield* clerk(event, event, ["view_node_stats"])
      const data = another().toString("base64")
      yield* refused(helper("POST", "/till-button-pictures", { data }), "organisation.privilege_missing", {}, 403)
      assert.deepStrictEqual(yield* kept, before)
      assert.strictEqual((yield* fetched("terminal", "0".repeat(64))).status, 404)
      assert.strictEqual((yield* fetched("terminal", "7")).status, 422)
      assert.strictEqual((yield* fetched("terminal", "A".repeat(64))).status, 422)
    }))

  it.effect("are shown by buttons, which keep what a request leaves out", () =>
    Effect.gen(function*() {
      const { body, button, hashOf, office, tills } = yield* pictures
      const hash = yield* hashOf(another())
      const id = yield* created(button({ picture_hash: hash, short_name: " Pils ", colour: "green" }))
      const looks = { picture_hash: hash, short_name: "Pils", colour: "green" }
      const change = (more: Body) => Effect.map(office("POST", `/till-buttons/${id}`, body(more)), done)
      assert.deepInclude((yield* change({})).body, looks)
      const layout = yield* created(office("POST", "/till-layouts", { name: randomUUID(), button_ids: [id] }))
      const till = yield* tills.open({ profileId: yield* tills.profile({}, layout) })
      const shown = Effect.map(till.get("/config"), (answer) =>
        (done(answer).body.till as { readonly buttons: ReadonlyArray<Body> }).buttons[0])
      assert.deepInclude(yield* shown, looks)
      assert.deepInclude((yield* change({ picture_hash: null })).body, { picture_hash: null, short_name: "Pils" })
      const none = { picture_hash: null, short_name: null, colour: null }
      assert.deepInclude((yield* change({ short_name: null, colour: null })).body, none)
      const plain = yield* created(button())
      assert.deepInclude(done(yield* office("GET", `/till-buttons/${plain}`)).body, none)
      assert.deepInclude(yield* shown, none)
    }))

  it.effect("make room for others when no button has shown them since yesterday", () =>
    Effect.gen(function*() {
      const { button, event, hashOf, kept, sql, upload } = yield* pictures
      const [shown, unused, fresh] = [yield* hashOf(another()), yield* hashOf(another()), yield* hashOf(another())]
      yield* created(button({ picture_hash: shown }))
      yield* sql`update button_picture set stored_at = stored_at - interval '25 hours'
        where event_id = ${event} and hash <> ${fresh}`
      const latest = another()
      yield* hashOf(latest)
      assert.includeMembers([...(yield* kept)], [shown, fresh])
      assert.notInclude(yield* kept, unused)
      yield* sql`insert into button_picture (event_id, hash, mime_type, data)
        select ${event}, lpad(to_hex(n), 64, '0'), 'image/png', '\\x00'
        from generate_series(1, 500 - ${(yield* kept).length}) n`
      yield* refused(upload(another()), "catalogue.picture_too_many")
      // What is stored already needs no room.
      assert.strictEqual(yield* hashOf(latest), yield* hashOf(latest))
      assert.lengthOf(yield* kept, 500)
      yield* sql`update button_picture set stored_at = stored_at - interval '25 hours' where event_id = ${event}`
      yield* hashOf(another())
      assert.lengthOf(yield* kept, 2)
    }))
})
