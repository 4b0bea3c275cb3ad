import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { each, Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { created, done, listOf } from "../../support/FestivalServer.ts"
import { failedMail } from "../calls/OfficeMailCalls.ts"

const noMail = { element_type: "mail_that_failed", element_id: null }

layer(Festival.layer, { excludeTestServices: true })("mail that was not sent", (it) => {
  it.effect("is listed without what it says, and tried again one by one or all at once", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(listOf(yield* office("GET", "/mails/")), [])
      yield* refused(office("POST", "/mails/retry"), "NotFound", noMail, 404)
      const [first, second, third] = [yield* failedMail, yield* failedMail, yield* failedMail]
      const listed = listOf(yield* office("GET", "/mails/"))
      assert.deepStrictEqual(each(listed, "id"), [first, second, third])
      assert.deepInclude(listed[0], {
        recipient: "guest@example.org",
        status: "failed",
        problem: "refused",
        next_try: null
      })
      for (const row of listed) assert.doesNotHaveAnyKeys(row, ["body", "subject"])
      assert.deepStrictEqual(done(yield* office("POST", `/mails/${second}/retry`)).body, { ids: [second] })
      const states = Effect.map(
        sql<{ status: string }>`select status from mail where id in (${first}, ${second}, ${third}) order by id`,
        (rows) => rows.map(({ status }) => status)
      )
      assert.deepStrictEqual(yield* states, ["failed", "queued", "failed"])
      assert.deepStrictEqual(done(yield* office("POST", "/mails/retry")).body, { ids: [first, second, third] })
      assert.deepStrictEqual(yield* states, ["queued", "queued", "queued"])
      yield* refused(office("POST", "/mails/999999/retry"), "NotFound", { ...noMail, element_id: 999999 }, 404)
    }))

  it.effect("is the business of who administers its event, and of no one elsewhere or below", () =>
    Effect.gen(function*() {
      const { admin, at, event, neighbour } = yield* Festival
      const id = yield* failedMail
      const part = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Part", description: "" }))
      const below = yield* clerk(event, part, ["node_administration"])
      const payer = yield* clerk(event, event, ["payout_management"])
      const administers = yield* clerk(event, event, ["node_administration"])
      for (const call of [below, payer]) {
        yield* refused(call("GET", "/mails/"), "organisation.privilege_missing", {}, 403)
        yield* refused(call("POST", `/mails/${id}/retry`), "organisation.privilege_missing", {}, 403)
      }
      const other = at((yield* neighbour).event)
      assert.deepStrictEqual(listOf(yield* other("GET", "/mails/")), [])
      yield* refused(other("POST", `/mails/${id}/retry`), "NotFound", { ...noMail, element_id: id }, 404)
      assert.include(each(listOf(yield* administers("GET", "/mails/")), "id"), id)
      done(yield* administers("POST", `/mails/${id}/retry`))
    }))
})
