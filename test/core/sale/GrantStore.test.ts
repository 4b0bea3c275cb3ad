import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { EventConfigurations } from "@wristbank/core/event/EventConfigurations"
import { grantFreeTicket, grantVouchers, openFreeTag } from "@wristbank/core/sale/Grant"
import { GrantRepository, type NewGrant } from "@wristbank/core/sale/GrantRepository"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import type { Wristband } from "../../support/FestivalTickets.ts"

/** A decided grant of two vouchers that is not yet stored: to the holder of the tag, or with a free ticket. */
const prepared = Effect.fnUntraced(function*(tag: Wristband, requestId: string | null, free: boolean) {
  const { bar, event } = yield* Festival
  const eventId = BigInt(event)
  const userId = BigInt(bar.cashier.id)
  const configuration = yield* (yield* EventConfigurations).current(eventId)
  const { customer, known, version } = yield* (yield* GrantRepository).load({
    eventId,
    requestId,
    contentHash: null,
    pin: free ? tag.pin : null,
    uid: tag.uid
  })
  assert.strictEqual(version, configuration.version)
  const opening = free
    ? yield* Effect.fromResult(openFreeTag(known, { user_tag_uid: tag.uid }, [eventId]))
    : null
  const accountId = opening?.accountId ?? customer!.accountId
  const draft = Result.getOrThrow(
    free ? grantFreeTicket(accountId, 2, configuration) : grantVouchers(customer!, 2, configuration)
  )
  const grant: NewGrant = {
    accountId,
    opening,
    requestId,
    requestHash: "content",
    entry: { eventId, version, order: null, conductingUserId: userId, ...draft },
    audit: { nodeId: eventId, logType: "vouchers_granted", userId, terminalId: null, content: { vouchers: 2 } }
  }
  return grant
})

const stores = Layer.provideMerge(GrantRepository.layer, Festival.layer)

layer(stores, { excludeTestServices: true })("storing a grant", (it) => {
  it.effect("that has been decided on another configuration leaves no trace", () =>
    Effect.gen(function*() {
      const { guest, tills } = yield* Festival
      const { store } = yield* GrantRepository
      for (const free of [true, false]) {
        const grant = yield* prepared(free ? yield* tills.tag() : yield* guest(), randomUUID(), free)
        const stale = { ...grant, entry: { ...grant.entry, version: (grant.entry.version ?? 0n) - 1n } }
        assert.strictEqual((yield* untouched(store(stale))).outcome, "stale")
        assert.deepInclude(yield* store(grant), { outcome: "booked", id: grant.accountId, vouchers: 2 })
      }
    }))

  it.effect("without vouchers compares the configuration as well", () =>
    Effect.gen(function*() {
      const { event, tills } = yield* Festival
      const { store } = yield* GrantRepository
      const sql = yield* SqlClient.SqlClient
      const grant = yield* prepared(yield* tills.tag(), null, true)
      const empty = { ...grant, entry: { ...grant.entry, postings: [], guards: [] } }
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      assert.strictEqual((yield* untouched(store(empty))).outcome, "stale")
      const version = (grant.entry.version ?? 0n) + 1n
      const stored = yield* store({ ...empty, entry: { ...empty.entry, version } })
      assert.deepInclude(stored, { outcome: "booked", id: grant.accountId, vouchers: 0 })
    }))

  it.effect("leaves alone what has become another's since it was decided", () =>
    Effect.gen(function*() {
      const { event, guest, tills } = yield* Festival
      const { store } = yield* GrantRepository
      const sql = yield* SqlClient.SqlClient
      const { accountId } = yield* guest()
      const tagOf = ({ pin }: Wristband) => sql`(select id from user_tag where event_id = ${event} and pin = ${pin})`
      const reserve = (tag: Wristband, uid: bigint) =>
        sql`insert into reserved_tag (event_id, user_tag_id, uid, order_uuid)
          values (${event}, ${tagOf(tag)}, ${String(uid)}::numeric, ${randomUUID()})`
      const changes = [
        ["order.free_tag_used", (tag: Wristband) =>
          sql`insert into user_tag_history (event_id, account_id, user_tag_id)
            values (${event}, ${accountId}, ${tagOf(tag)})`],
        ["organisation.pin_of_other_chip", (tag: Wristband) =>
          sql`update user_tag set uid = 4711 where event_id = ${event} and pin = ${tag.pin}`],
        ["order.chip_taken", (tag: Wristband, other: Wristband) =>
          sql`update user_tag set uid = ${String(tag.uid)}::numeric where event_id = ${event} and pin = ${other.pin}`],
        ["order.free_tag_reserved", (tag: Wristband) =>
          reserve(tag, tag.uid + 2n ** 60n)],
        ["order.free_tag_reserved", (tag: Wristband, other: Wristband) =>
          reserve(other, tag.uid)]
      ] as const
      for (const [rule, change] of changes) {
        const [tag, other] = [yield* tills.tag(), yield* tills.tag()]
        const grant = yield* prepared(tag, randomUUID(), true)
        yield* change(tag, other)
        assert.strictEqual((yield* untouched(store(grant))).outcome, "lost")
        assert.strictEqual(refusalName(yield* Effect.flip(prepared(tag, null, true))), rule)
      }
    }))

  it.effect("gives no vouchers to an account that has another tag by now", () =>
    Effect.gen(function*() {
      const { event, guest } = yield* Festival
      const { store } = yield* GrantRepository
      const sql = yield* SqlClient.SqlClient
      const [wearer, other] = [yield* guest(), yield* guest()]
      const grant = yield* prepared(wearer, randomUUID(), false)
      yield* sql`update account set user_tag_id = null where event_id = ${event} and id in (${other.accountId},
        ${wearer.accountId})`
      assert.strictEqual((yield* untouched(store(grant))).outcome, "lost")
    }))

  it.effect("takes the id of its request once, whatever it grants", () =>
    Effect.gen(function*() {
      const { event, guest, tills } = yield* Festival
      const { load, store } = yield* GrantRepository
      const requestId = randomUUID()
      const [first, tag, wearer] = [yield* tills.tag(), yield* tills.tag(), yield* guest()]
      const grants = [
        yield* prepared(first, requestId, true),
        yield* prepared(tag, requestId, true),
        yield* prepared(wearer, requestId, false)
      ]
      assert.strictEqual((yield* store(grants[0]!)).outcome, "booked")
      for (const grant of grants) assert.strictEqual((yield* untouched(store(grant))).outcome, "exists")
      const { before } = yield* load({
        eventId: BigInt(event),
        requestId,
        contentHash: null,
        pin: null,
        uid: first.uid
      })
      assert.deepStrictEqual(before, { hash: "content", accountId: grants[0]!.accountId })
    }))
})
