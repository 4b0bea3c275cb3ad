import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { tmpdir } from "node:os"
import { newTse } from "../http/calls/OfficeFiscalCalls.ts"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { created, done } from "../support/FestivalServer.ts"
import { runOnDatabase } from "./runCommand.ts"

/** Runs a command about the festival's devices. */
const command = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { event } = yield* Festival
  const all = ["tse", ...args, "--event", String(event), "--as", administrator.login]
  return yield* runOnDatabase(all, { cwd: tmpdir() })
})

const printed = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* command(...args)
  assert.strictEqual(code, 0, stderr)
  return stdout.trimEnd()
})

layer(Festival.layer, { excludeTestServices: true })("wristbank tse", (it) => {
  it.effect("lists devices, shows one, and switches its tills over once someone said yes", () =>
    Effect.gen(function*() {
      const { bar, event, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(yield* printed("list"), "There is no signing device.")
      const device = { ...newTse(), name: "Bro\u001bken", password: "s3cr!" }
      const id = yield* created(office("POST", "/tses/", device))
      yield* sql`update tse set status = 'failed', fault = 'wrong device' where id = ${id}`
      yield* sql`update till set tse_id = ${id} where event_id = ${event} and id = ${bar.id}`

      const [heading, line, ...rest] = (yield* printed("list")).split("\n")
      assert.match(heading!, /^device +name +status +connected +tills +waiting +since +certificate until +fault$/)
      assert.match(line!, new RegExp(`^${id} +Bro\\?ken +failed +no +1 +0 +wrong device$`))
      assert.isEmpty(rest)
      const shown = yield* printed("show", String(id))
      assert.include(shown, device.serial)
      assert.notInclude(shown + (yield* printed("show", String(id), "--json")), "s3cr!")

      assert.strictEqual(yield* printed("show", device.name), shown, "a device has a name as well")
      assert.include((yield* command("switch-over", String(id), "--to", "nobody")).stderr, "There is no tse nobody")
      const refused = yield* command("switch-over", device.name)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, "no one can be asked here, so say --yes")
      const unknown = yield* command("switch-over", "999999", "--yes")
      assert.include(unknown.stderr, "There is no tse 999999")
      const before = Number(done(yield* office("GET", `/tills/${bar.id}`)).body.z_nr)
      assert.strictEqual(
        yield* printed("switch-over", String(id), "--yes"),
        "Bro?ken is disabled, 1 till was switched over"
      )
      const till = done(yield* office("GET", `/tills/${bar.id}`)).body
      assert.deepInclude(till, { tse_id: null, z_nr: before + 1 })
      const [entry] = yield* sql<{ by: string }>`
        select content->>'by' as by from audit_log where node_id = ${event} and log_type = 'tse_switched_over'`
      assert.match(entry!.by, /^.+@.+$/)
    }))
})
