import { assert, layer } from "@effect/vitest"
import type { VerifiedSignatures } from "@wristbank/core/overview/GenuineSignatures"
import type { InvariantName } from "@wristbank/core/overview/Invariants"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale } from "../../support/Festival.ts"
import { created, done } from "../../support/FestivalServer.ts"
import { evening, signingFestival } from "../../support/FestivalSigning.ts"
import { broken, diagnose, diagnosedAfter } from "../journal/Diagnosed.ts"

/** A signed evening in three closings, with a guest who got another wristband and an order that could not be signed. */
const signedEvening = Effect.gen(function*() {
  const { bar, guest, office, press, tills } = yield* Festival
  const { closeAll, device, failAll, signAll } = yield* signingFestival
  const tse = yield* device("tampering")
  const sell = (...args: Parameters<typeof sale>) => created(bar.post("/order/book-sale", sale(...args)))
  yield* evening
  const bert = yield* guest({ balance: 50 })
  const first = yield* sell([press("beer"), press("food"), press("deposit", -1)], bert)
  yield* signAll(tse)
  yield* closeAll
  const fresh = yield* tills.tag()
  done(
    yield* office("POST", `/customers/${bert.accountId}/switch-tag`, {
      new_user_tag_pin: fresh.pin,
      new_user_tag_uid: fresh.uid,
      comment: ""
    })
  )
  const mixed = yield* sell([press("beer"), press("crate"), press("food")], { ...bert, ...fresh })
  yield* sell([press("beer", 2)], null, { payment_method: "cash" })
  yield* signAll(tse)
  yield* closeAll
  yield* sell([press("food")], null, { payment_method: "sumup" })
  yield* failAll
  return { first, mixed, till: bar.id, tse: tse.id }
})

type Evening = Effect.Success<typeof signedEvening>

/** What someone with all rights on the database can do, and the one invariant that then does not hold. */
const changes = (
  { first, mixed, till, tse }: Evening
): ReadonlyArray<readonly [InvariantName, change: string]> => {
  const job = (change: string, order = mixed) => `update signing_job set ${change} where order_id = ${order}`
  return [
    ["genuine-signatures", job("signature = set_byte(signature, 7, get_byte(signature, 7) # 1)")],
    ["genuine-signatures", job("signature_counter = signature_counter + 1000")],
    ["genuine-signatures", job("finished_at = finished_at + interval '1 second'")],
    ["genuine-signatures", job("start_signature = signature, start_counter = signature_counter - 1")],
    ["genuine-signatures", job("status = 'failure', failure_reason = 'bad_signature', result_message = 'none'")],
    ["genuine-signatures", `update tse set serial = repeat('0', 64) where id = ${tse}`],
    ["signatures", job("status = 'failure', failure_reason = 'timeout', result_message = 'none'")],
    [
      "catalogue-rows",
      `update tax_rate set tax_type = 'reduced_vat' where id = (
        select max(tax_rate_id) from line_item where order_id = ${mixed})`
    ],
    [
      "signature-numbers",
      job("status = 'new', tse_id = null, tse_epoch = null, result_message = null, transaction_number = null")
    ],
    [
      "signature-numbers",
      `update tse set last_transaction = (select max(transaction_number) + 1 from signing_job) where id = ${tse}`
    ],
    [
      "signature-numbers",
      job(`start_counter = (select signature_counter from signing_job where order_id = ${first})`)
    ],
    [
      "order-wristbands",
      `update ordr set user_tag_id = (select user_tag_id from ordr where id = ${mixed}) where id = ${first}`
    ],
    [
      "order-wristbands",
      `update ordr set user_tag_id = (select min(user_tag_id) from account) where id = ${mixed}`
    ],
    [
      "closing-times",
      `update till_closing set closed_at = closed_at + interval '1 hour' where till_id = ${till} and z_nr = 1`
    ],
    [
      "closing-times",
      `update till_closing set closed_at = closed_at - interval '1 hour' where till_id = ${till} and z_nr = 2`
    ],
    [
      "closing-times",
      `update till_closing set closed_at = closed_at - interval '1 hour' where till_id = ${till} and z_nr = 1`
    ],
    [
      "schema-guards",
      "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$"
    ],
    [
      "schema-guards",
      "create function give_way(for_nobody text) returns text language sql as $$ select for_nobody $$"
    ],
    ["schema-guards", "drop function give_way()"],
    ["schema-guards", "alter table till_closing disable trigger till_closing_append_only"],
    ["schema-guards", "drop trigger till_tse_history_append_only on till_tse_history"],
    [
      "schema-guards",
      `drop trigger ticket_voucher_changed on ticket_voucher;
      create trigger ticket_voucher_changed after update of state, credit on ticket_voucher
      for each row when (false) execute function note_changed_ticket()`
    ],
    [
      "schema-guards",
      "create trigger quiet before insert on signing_job for each row execute function refuse_change()"
    ],
    ["schema-guards", "create rule quiet as on update to ordr do instead nothing"]
  ]
}

/** How many orders have signatures, and when the last was made. */
const signing = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ orders: number; last: DateTime.Utc }>`
      select count(*)::int as orders, max(coalesce(finished_at, started_at)) as last from signing_job
      where signature is not null or start_signature is not null`,
    ([row]) => row!
  )
)

layer(Festival.layer, { excludeTestServices: true })("the doctor", (it) => {
  it.effect("finds nothing where no one changed anything, and each change past the server under one name", () =>
    Effect.gen(function*() {
      const signed = yield* signedEvening
      assert.deepStrictEqual((yield* diagnose()).examinations.flatMap(({ findings }) => findings), [])
      const found = yield* Effect.forEach(changes(signed), ([, change]) =>
        Effect.map(
          diagnosedAfter((sql) => Effect.forEach(change.split(";\n"), (statement) => sql.unsafe(statement))),
          (diagnosis) => [broken(diagnosis).join(), change] as const
        ))
      assert.deepStrictEqual(found, [...changes(signed)])
      const { last, orders } = yield* signing
      const forged = (verified: VerifiedSignatures) =>
        Effect.map(
          diagnosedAfter((sql) => sql.unsafe(changes(signed)[0]![1]), 20, verified),
          (diagnosis) => [broken(diagnosis), diagnosis.unchecked] as const
        )
      assert.deepStrictEqual(yield* forged("none"), [[], [
        `The signatures of ${orders} orders were not verified`
      ]])
      const since = DateTime.add(last, { seconds: 1 })
      assert.deepStrictEqual(yield* forged({ since }), [[], [
        `The signatures of ${orders} orders from before ${DateTime.formatIso(since)} were not verified`
      ]])
      const begin = DateTime.makeUnsafe("2000-01-01T00:00:00Z")
      assert.deepStrictEqual(yield* forged({ since: begin }), [["genuine-signatures"], []])
      const later = yield* diagnosedAfter((sql) =>
        Effect.andThen(
          sql`insert into wristbank_migration (migration_id, name) values (9999, 'of a later version')`,
          sql`drop function give_way()`
        )
      )
      assert.deepStrictEqual(broken(later), [])
      assert.match(later.notices.map(({ message }) => message).join(), /were not compared, as migration 9999/)
    }))
})
