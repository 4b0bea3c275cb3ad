import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { tagKey } from "@wristbank/core/organisation/SecretLocation"
import { secretMarker } from "@wristbank/core/organisation/SecretMarker"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { NewUserTag } from "@wristbank/core/wristband/UserTag"
import { UserTags } from "@wristbank/core/wristband/UserTags"
import { UserTagSecrets } from "@wristbank/core/wristband/UserTagSecrets"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counted, tell } from "../../support/Torture.ts"
import { workReported } from "../../support/WorkReported.ts"
import { tillLayer, world } from "../till/TillWorld.ts"

const keys = {
  key0: "00112233445566778899aabbccddeeff",
  key1: "ffeeddccbbaa99887766554433221100",
  description: "chips"
}

/** Number of tags in an import; a large festival has a hundred thousand. */
const largeImport = Number(process.env.TAG_IMPORT ?? 10_000)

const firstHundred = { limit: 100, cursor: null }

const refusal = <A, R>(effect: Effect.Effect<A, { readonly _tag: string; readonly rule?: string | undefined }, R>) =>
  Effect.map(Effect.flip(effect), refusalName)

/** An event without users, so that its tag secret can be created. */
const event = Effect.gen(function*() {
  const here = yield* world
  const sql = yield* SqlClient.SqlClient
  yield* sql`update usr set user_tag_id = null, password_hash = 'x' where event_id = ${here.event}`
  yield* sql`delete from user_tag where event_id = ${here.event}`
  yield* sql`delete from user_tag_secret where event_id = ${here.event}`
  const secret = yield* (yield* UserTagSecrets).create(here.atEvent, keys)
  return { here, sql, secret }
})

const tagsOf = (secretId: bigint, ...pins: ReadonlyArray<string>) =>
  pins.map((pin, n) => new NewUserTag({ pin, restriction: n === 0 ? "under_16" : null, secret_id: secretId }))

layer(tillLayer)("tags", (it) => {
  it.effect("keys are stored encrypted, shown as a marker, and there is one pair an event", () =>
    Effect.gen(function*() {
      const { here, secret, sql } = yield* event
      const secrets = yield* UserTagSecrets
      assert.deepInclude({ ...secret }, { key0: secretMarker, key1: secretMarker, description: "chips" })
      assert.deepStrictEqual(yield* secrets.list(here.event), [secret])
      assert.strictEqual(yield* refusal(secrets.create(here.atEvent, keys)), "tag.secret_exists")
      const [row] = yield* sql<
        { key0: string; key1: string }
      >`select key0, key1 from user_tag_secret where id = ${secret.id}`
      assert.notInclude(JSON.stringify(row), keys.key0)
      assert.strictEqual(yield* (yield* Secrets).open(tagKey(here.event, "key0"), row!.key0), keys.key0)
      const [log] = yield* sql<{ content: unknown }>`
        select content from audit_log where node_id = ${here.event} and log_type = 'user_tag_secret_created'`
      assert.deepStrictEqual(log!.content, { id: Number(secret.id) })
    }))

  it.effect("an import is stored whole or not at all and names the PINs in its way", () =>
    Effect.gen(function*() {
      const { here, secret, sql } = yield* event
      const tags = yield* UserTags
      const count = Effect.map(
        sql<{ n: bigint }>`select count(*) as n from user_tag where event_id = ${here.event}`,
        ([row]) => row!.n
      )
      const { reports } = yield* workReported(tags.create(here.atEvent, tagsOf(secret.id, "AAA", "BBB")))
      assert.deepStrictEqual(reports, [[2, 2]])
      assert.strictEqual(
        yield* refusal(tags.create(here.atEvent, tagsOf(secret.id, "CCC", "BBB", "DDD"))),
        "tag.import_pins_taken"
      )
      assert.strictEqual(yield* refusal(tags.create(here.atEvent, tagsOf(secret.id, "X", "X"))), "tag.import_repeats")
      assert.strictEqual(yield* refusal(tags.create(here.atEvent, tagsOf(secret.id + 1n, "Y"))), "tag.secret_unknown")
      assert.strictEqual(yield* refusal(tags.create(here.atEvent, [])), "tag.import_empty")
      assert.strictEqual(yield* count, 2n)
      const rivals = yield* Effect.forEach([1, 2], () =>
        Effect.match(tags.create(here.atEvent, tagsOf(secret.id, "E1", "E2")), {
          onFailure: refusalName,
          onSuccess: () =>
            "stored"
        }), { concurrency: 2 })
      assert.deepStrictEqual(rivals.toSorted(), ["stored", "tag.import_pins_taken"])
      assert.strictEqual(yield* count, 4n)
    }))

  it.effect(
    "the tags of a whole festival arrive in one call and short statements, all or none",
    () =>
      Effect.gen(function*() {
        const { here, secret, sql } = yield* event
        const pins = Array.from({ length: largeImport }, (_, n) => `P${n}`)
        yield* sql`create function refuse_many() returns trigger language plpgsql as $$ begin
        if (select count(*) from arrived) > 10000 then raise 'too many tags for one statement'; end if;
        return null;
      end $$`
        yield* sql`create trigger refuse_many after insert on user_tag referencing new table as arrived
        for each statement execute function refuse_many()`
        const taken = ["P5", `P${largeImport - 1}`]
        yield* (yield* UserTags).create(here.atEvent, tagsOf(secret.id, ...taken))
        const refused = yield* Effect.flip((yield* UserTags).create(here.atEvent, tagsOf(secret.id, ...pins)))
        assert.strictEqual(refused.message, `These PINs belong to other tags: ${taken.toSorted().join(", ")}`)
        const [kept] = yield* sql<{ n: bigint }>`select count(*) as n from user_tag where event_id = ${here.event}`
        assert.strictEqual(kept!.n, 2n)
        yield* sql`delete from user_tag where event_id = ${here.event}`
        yield* (yield* UserTags).create(here.atEvent, tagsOf(secret.id, ...pins))
        const [row] = yield* sql<{ n: bigint; young: bigint }>`
        select count(*) as n, count(*) filter (where variant_ids <> '{}') as young from user_tag where event_id = ${here.event}`
        assert.deepStrictEqual({ ...row }, { n: BigInt(largeImport), young: 1n })
        tell(`${counted(largeImport)} tags in one import, ${counted(Number(row!.n))} stored`)
        assert.lengthOf(yield* (yield* UserTags).search(here.atEvent, "p1", firstHundred), 100)
      })
  )

  it.effect("a search looks for plain text in PIN and chip number, in its event alone", () =>
    Effect.gen(function*() {
      const { here, secret, sql } = yield* event
      const tags = yield* UserTags
      yield* tags.create(here.atEvent, tagsOf(secret.id, "A%1", "abc", "xyz"))
      yield* sql`update user_tag set uid = 18446744073709551615 where event_id = ${here.event} and pin = 'xyz'`
      yield* sql`update user_tag set uid = 1303689068602870 where event_id = ${here.event} and pin = 'abc'`
      const pins = (term: string) =>
        Effect.map(tags.search(here.atEvent, term, firstHundred), (found) => found.map((tag) => tag.pin))
      assert.deepStrictEqual(yield* pins("a%"), ["A%1"])
      assert.deepStrictEqual(yield* pins("BC"), ["abc"])
      assert.deepStrictEqual(yield* pins("04a1b2"), ["abc"])
      assert.deepStrictEqual(yield* pins("ffffffffffffffff"), ["xyz"])
      assert.deepStrictEqual(yield* pins("__"), [])
      assert.deepStrictEqual(yield* pins(""), [])
      const other = yield* event
      assert.deepStrictEqual(yield* tags.search(other.here.atEvent, "abc", firstHundred), [])
    }))

  it.effect("a tag shows its chip, its account and those it had, and takes a comment", () =>
    Effect.gen(function*() {
      const { here, secret, sql } = yield* event
      const tags = yield* UserTags
      yield* tags.create(here.atEvent, tagsOf(secret.id, "AAA"))
      const [tag] = yield* sql<{ id: bigint }>`
        update user_tag set uid = 10 where event_id = ${here.event} returning id`
      const [account] = yield* sql<{ id: bigint }>`
        insert into account (event_id, node_id, type, user_tag_id)
        values (${here.event}, ${here.event}, 'private', ${tag!.id}) returning id`
      yield* sql`insert into user_tag_history (event_id, account_id, user_tag_id)
        values (${here.event}, ${account!.id}, ${tag!.id})`
      const commented = yield* tags.comment(here.atEvent, tag!.id, "lost")
      assert.deepInclude({ ...commented }, {
        pin: "AAA",
        uid: 10n,
        uid_hex: "A",
        account_id: account!.id,
        user_id: null,
        comment: "lost",
        restriction: "under_16"
      })
      assert.deepStrictEqual(commented.account_history.map((entry) => entry.account_id), [account!.id])
      assert.include(yield* refusal(tags.find(here.atEvent, 0n)), "NotFound")
    }))
})
