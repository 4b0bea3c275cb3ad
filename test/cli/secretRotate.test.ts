import { assert, layer } from "@effect/vitest"
import { eventSecret, secondFactorSecret, tagKey, tsePassword } from "@wristbank/core/organisation/SecretLocation"
import { secretsOf } from "@wristbank/core/organisation/Secrets"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { databaseLayer } from "../support/database.ts"
import { runOnDatabase } from "./runCommand.ts"

const [oldKey, newKey, strangeKey] = ["old", "new", "strange"].map((what) => `${what} key of 32 characters or more`)

const wristbank = (args: ReadonlyArray<string>, environment: Readonly<Record<string, string>>) =>
  runOnDatabase(args, { cwd: tmpdir(), environment })

const keys = (current: string, previous?: string) => ({
  WRISTBANK_SECRET_KEY: current,
  ...(previous === undefined ? {} : { WRISTBANK_PREVIOUS_SECRET_KEY: previous })
})

/** An event with secrets of each table. */
const sealWith = Effect.fnUntraced(function*(key: string) {
  const sql = yield* SqlClient.SqlClient
  const { seal } = yield* secretsOf(Redacted.make(key))
  yield* sql`insert into node (id, parent, name, description, parent_ids, event_id)
    overriding system value values (77, 0, 'Fest', '', '{0}', 77) on conflict do nothing`
  yield* sql`insert into usr (id, node_id, event_id, login, password_hash)
    overriding system value values (7, 0, 0, 'kim', '') on conflict do nothing`
  yield* sql`delete from second_factor`
  yield* sql`insert into second_factor (user_id, secret) values (7, ${seal(secondFactorSecret(7n), "app")})`
  yield* sql`delete from tse`
  yield* sql`delete from user_tag_secret`
  yield* sql`delete from event`
  const secrets = {
    sumup_api_key: seal(eventSecret(77n, "sumup_api_key"), "api key"),
    email_smtp_password: seal(eventSecret(77n, "email_smtp_password"), "mail password"),
    headwind_password: seal(eventSecret(77n, "headwind_password"), "device password")
  }
  yield* sql`insert into event (event_id, settings, secrets) values (77, '{}', ${JSON.stringify(secrets)}::jsonb)`
  yield* sql`insert into tse (event_id, id, node_id, name, type, ws_url, ws_timeout, password)
    values (77, 5, 77, 'TSE', 'diebold_nixdorf', 'ws://127.0.0.1:1', 1, ${seal(tsePassword(77n, 5n), "12345")})`
  yield* sql`insert into user_tag_secret (event_id, node_id, key0, key1, description)
    values (77, 77, ${seal(tagKey(77n, "key0"), "zero")}, ${seal(tagKey(77n, "key1"), "one")}, '')`
})

const stored = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ app: string; mail: string; devices: string; card: string; tse: string; key0: string; key1: string }>`
      select (select secret from second_factor) as app, secrets->>'email_smtp_password' as mail, secrets->>'headwind_password' as devices, secrets->>'sumup_api_key' as card, password as tse, key0, key1
      from event join tse using (event_id) join user_tag_secret using (event_id)`,
    ([row]) => row!
  )
)

const entries = SqlClient.SqlClient.use((sql) =>
  sql<{ content: { readonly count: number; readonly by: string } }>`
    select content from audit_log where log_type = 'secrets_resealed' order by id`
)

/** Asserts that all secrets are sealed with the key, each for its place, with their old content. */
const assertSealedWith = Effect.fnUntraced(function*(key: string) {
  const { open } = yield* secretsOf(Redacted.make(key))
  const { app, card, devices, key0, key1, mail, tse } = yield* stored
  assert.isTrue([app, card, devices, key0, key1, mail, tse].every((text) => text.startsWith("2.")))
  assert.deepStrictEqual(
    yield* Effect.all([
      open(eventSecret(77n, "sumup_api_key"), card),
      open(eventSecret(77n, "email_smtp_password"), mail),
      open(eventSecret(77n, "headwind_password"), devices),
      open(secondFactorSecret(7n), app),
      open(tsePassword(77n, 5n), tse),
      open(tagKey(77n, "key0"), key0),
      open(tagKey(77n, "key1"), key1)
    ]),
    ["api key", "mail password", "device password", "app", "12345", "zero", "one"]
  )
})

layer(databaseLayer, { excludeTestServices: true })("the secret key of a database with secrets", (it) => {
  it.effect("is refused at the start when it can't read them", () =>
    Effect.gen(function*() {
      yield* sealWith(oldKey!)
      for (const args of [["serve"], ["work"], ["up", "--admin-password", "a long enough password"]]) {
        const { code, stderr } = yield* wristbank(args, { ...keys(strangeKey!), WRISTBANK_PORT: "22301" })
        assert.strictEqual(code, 1, stderr)
        assert.include(stderr, "WRISTBANK_SECRET_KEY")
        assert.include(stderr, "event.sumup_api_key 77")
        assert.notInclude(stderr, strangeKey!)
      }
    }))

  it.effect("is replaced in one transaction, once, or not at all", () =>
    Effect.gen(function*() {
      yield* sealWith(oldKey!)
      const before = yield* stored
      const refused = yield* wristbank(["secret", "rotate"], keys(newKey!, strangeKey!))
      assert.strictEqual(refused.code, 1, refused.stderr)
      for (
        const place of [
          "event.email_smtp_password 77",
          "second_factor.secret 7",
          "tse.password 77 5",
          "user_tag_secret.key1 77"
        ]
      ) {
        assert.include(refused.stderr, place)
      }
      assert.deepStrictEqual(yield* stored, before)
      assert.isEmpty(yield* entries)

      const done = yield* wristbank(["secret", "rotate", "--json"], keys(newKey!, oldKey!))
      assert.strictEqual(done.code, 0, done.stderr)
      assert.deepStrictEqual(JSON.parse(done.stdout), { resealed: 7 })
      yield* assertSealedWith(newKey!)
      const [entry] = yield* entries
      assert.strictEqual(entry?.content.count, 7)
      assert.include(entry?.content.by, "@")

      const after = yield* stored
      const again = yield* wristbank(["secret", "rotate"], keys(newKey!, oldKey!))
      assert.strictEqual(again.code, 0, again.stderr)
      assert.include(again.stdout, "Nothing is left")
      assert.deepStrictEqual(yield* stored, after)
      assert.lengthOf(yield* entries, 1)
    }))

  it.effect("in the data folder gives way to a new one, also when a run was interrupted", () =>
    Effect.gen(function*() {
      yield* sealWith(oldKey!)
      const folder = yield* Effect.promise(() => mkdtemp(join(tmpdir(), "wristbank-test-")))
      const [file, previous] = [join(folder, "secret.key"), join(folder, "secret.key.previous")]
      const read = Effect.promise(() => readFile(file, "utf8"))
      const rotate = wristbank(["secret", "rotate"], { WRISTBANK_DATA_DIR: folder })
      yield* Effect.promise(() => writeFile(file, oldKey!))
      const done = yield* rotate
      assert.strictEqual(done.code, 0, done.stderr)
      const made = yield* read
      assert.notStrictEqual(made, oldKey)
      yield* assertSealedWith(made)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["secret.key"])

      yield* sealWith(oldKey!)
      yield* Effect.promise(() => writeFile(previous, oldKey!))
      const finished = yield* rotate
      assert.strictEqual(finished.code, 0, finished.stderr)
      assert.strictEqual(yield* read, made)
      yield* assertSealedWith(made)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["secret.key"])

      yield* Effect.promise(() => writeFile(file, strangeKey!))
      const refused = yield* rotate
      assert.strictEqual(refused.code, 1, refused.stderr)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["secret.key"])
      assert.strictEqual(yield* read, strangeKey)
      yield* assertSealedWith(made)
    }))
})
