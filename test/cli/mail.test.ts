import { assert, layer } from "@effect/vitest"
import { ListedMail } from "@wristbank/core/mail/Mail"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { mailingEvent, mailStates, queued } from "../core/mail/MailWorld.ts"
import { administrator, installed, servicesLayer } from "../support/administration.ts"
import { runOnDatabase } from "./runCommand.ts"

const decode = Schema.decodeSync(Schema.fromJsonString(Schema.toCodecJson(Schema.Array(ListedMail))))

const mail = (...args: ReadonlyArray<string>) => runOnDatabase(["mail", ...args], { cwd: tmpdir() })

const retry = (...args: ReadonlyArray<string>) => mail("retry", ...args, "--as", administrator.login)

layer(Layer.provideMerge(installed, servicesLayer), { excludeTestServices: true })("wristbank mail", (it) => {
  it.effect("lists mail that failed and tries it again, one or all of an event", () =>
    Effect.gen(function*() {
      const none = yield* mail("list")
      assert.strictEqual(none.code, 0, none.stderr)
      assert.strictEqual(none.stdout.trimEnd(), "No mail failed.")

      const [event, other] = [yield* mailingEvent(1), yield* mailingEvent(1)]
      yield* queued(event, "nobody", "some\u001bbody", "ada@example.org")
      yield* queued(other, "nobody")
      const listed = yield* mail("list", "--event", String(event))
      const [heading, first, second, ...rest] = listed.stdout.trimEnd().split("\n")
      assert.match(heading!, /^event +mail +to +about +since +tries +next try +problem$/)
      assert.match(first!, /nobody +payout_done .* 0 +none +The recipient has no e-mail address$/)
      assert.include(second, "some?body")
      assert.isEmpty(rest)
      const all = decode((yield* mail("list", "--json")).stdout)
      assert.deepStrictEqual(all.map(({ event_id }) => event_id), [event, event, other])

      const one = yield* retry(String(all[1]!.id), "--event", String(event), "--json")
      assert.deepStrictEqual(JSON.parse(one.stdout), { ids: [Number(all[1]!.id)] }, one.stderr)
      const states = Effect.map(mailStates(event), (rows) => rows.map(({ status }) => status))
      assert.deepStrictEqual(yield* states, ["failed", "queued", "queued"])
      assert.strictEqual((yield* retry("--event", String(event))).stdout.trimEnd(), "2 mails are tried again")
      assert.deepStrictEqual(yield* states, ["queued", "queued", "queued"])
      assert.deepStrictEqual((yield* mailStates(other)).map(({ status }) => status), ["failed"])

      const elsewhere = yield* retry(String(all[2]!.id), "--event", String(event))
      assert.strictEqual(elsewhere.code, 1)
      assert.include(elsewhere.stderr, `There is no mail that failed ${all[2]!.id}`)
      for (const nowhere of [yield* mail("list", "--event", "987654321"), yield* retry("--event", "987654321")]) {
        assert.strictEqual(nowhere.code, 1, nowhere.stdout)
        assert.include(nowhere.stderr, "There is no event 987654321")
      }
      const sql = yield* SqlClient.SqlClient
      const entries = yield* sql`select login, content->>'by' as account from audit_log
        join usr on usr.id = originating_user_id where audit_log.node_id = ${event} and log_type = 'mail_retried'`
      assert.deepStrictEqual(entries.map(({ login }) => login), [administrator.login, administrator.login])
      for (const { account } of entries) assert.match(String(account), /^.+@.+$/)
    }))
})
