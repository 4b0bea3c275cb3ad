import { assert, layer } from "@effect/vitest"
import { Doctor } from "@wristbank/core/overview/Doctor"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival, type Guest, sale, topUp } from "../../support/Festival.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { audited, worker } from "../../support/FestivalPeople.ts"
import { type Body, caller, done } from "../../support/FestivalServer.ts"
import { login } from "../../support/FestivalTill.ts"

/** A till with a user who may switch tags, and the calls of a switch. */
const counter = Effect.gen(function*() {
  const festival = yield* Festival
  const till = yield* festival.tills.open()
  const clerk = yield* worker(["terminal_login", "customer_management", "can_book_orders", "node_administration"])
  done(yield* till.post("/user/login", login(clerk)))
  const request = (
    old: { readonly pin: string },
    to: { readonly pin: string; readonly uid: bigint },
    more: Body = {}
  ) => ({
    old_user_tag_pin: old.pin,
    new_user_tag_pin: to.pin,
    new_user_tag_uid: to.uid,
    comment: "lost",
    ...more
  })
  return { ...festival, till, clerk, request, switchTag: (body: object) => till.post("/customer/switch_tag", body) }
})

/** Asserts that no invariant of the ledger is violated. */
const healthy = Effect.gen(function*() {
  const { examinations } = yield* (yield* Doctor).diagnose(3)
  assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
})

layer(Festival.layer, { excludeTestServices: true })("another wristband", (it) => {
  it.effect("the account goes on with the new tag, and the old one is no one's for good", () =>
    Effect.gen(function*() {
      const { bar, clerk, event, guest, has, moved, press, request, switchTag, till, tills } = yield* counter
      const lost = yield* guest({ balance: 20, vouchers: 7 })
      const fresh = yield* tills.tag()
      const { answer, moved: change } = yield* moved(switchTag(request(lost, fresh)))
      assert.strictEqual(done(answer).text, "null")
      assert.deepStrictEqual(change, {})
      const account = done(yield* bar.get(`/customer/${fresh.uid}`)).body
      assert.deepInclude(account, { id: lost.accountId, balance: 20, vouchers: 7, user_tag_comment: null })
      const history = account.tag_history as ReadonlyArray<Body>
      assert.lengthOf(history, 1)
      assert.deepInclude(history[0], { user_tag_pin: lost.pin, comment: "lost", account_id: lost.accountId })

      yield* refused(bar.get(`/customer/${lost.uid}`), "order.tag_without_account")
      yield* refused(
        bar.post("/order/book-sale", sale([press("beer")], lost)),
        "CustomerNotFound",
        { user_tag_uid_hex: lost.uid.toString(16).toUpperCase() }
      )
      const now: Guest = { ...lost, ...fresh }
      done(yield* bar.post("/order/book-sale", sale([press("deposit")], now)))
      assert.deepStrictEqual(yield* has(now), { balance: 18, vouchers: 7 })
      yield* refused(switchTag(request(fresh, lost)), "cash.new_tag_used")
      yield* refused(switchTag(request(lost, yield* tills.tag())), "NotFound", {
        element_type: "user_tag",
        element_id: lost.pin
      }, 404)

      const [, entry] = yield* audited(event, 2)
      assert.deepInclude(entry, {
        log_type: "account_user_tag_changed",
        originating_user_id: clerk.id,
        originating_terminal_id: till.terminalId
      })
      assert.deepStrictEqual(entry?.content, {
        account_id: lost.accountId,
        old_user_tag_id: history[0]?.user_tag_id,
        new_user_tag_id: account.user_tag_id,
        comment: "lost"
      })
      const granted = done(yield* bar.post("/user/grant-vouchers", { vouchers: 1, user_tag_uid: fresh.uid })).body
      assert.deepStrictEqual(granted.tag_history, history)
      yield* healthy
    }))

  it.effect("only to a tag that is there, that no one ever had, with a chip of its own", () =>
    Effect.gen(function*() {
      const { bar, guest, neighbour, request, switchTag, till, tills } = yield* counter
      const [lost, other] = [yield* guest(), yield* guest()]
      const fresh = yield* tills.tag()
      const unknown = { pin: "UNKNOWN", uid: fresh.uid }
      const notThere = (pin: string) => ({ element_type: "user_tag", element_id: pin })
      yield* refused(switchTag(request(lost, unknown)), "NotFound", notThere("UNKNOWN"), 404)
      yield* refused(switchTag(request(unknown, fresh)), "NotFound", notThere("UNKNOWN"), 404)
      yield* refused(switchTag(request(fresh, yield* tills.tag())), "NotFound", notThere(fresh.pin), 404)
      yield* refused(switchTag(request(lost, lost)), "cash.new_tag_used")
      yield* refused(switchTag(request(lost, other)), "cash.new_tag_used")
      yield* refused(switchTag(request(lost, { ...fresh, uid: other.uid })), "order.chip_taken")
      yield* refused(switchTag(request(lost, { ...fresh, uid: till.cashier.uid })), "order.chip_taken")
      const abroad = yield* neighbour
      yield* refused(
        abroad.till.post("/customer/switch_tag", request(lost, fresh)),
        "organisation.privilege_missing",
        {},
        403
      )
      yield* malformed(switchTag({ ...request(lost, fresh), comment: undefined }))
      yield* malformed(switchTag({ ...request(lost, fresh), new_user_tag_uid: -1 }))
      done(yield* till.post("/user/login", login(till.cashier)))
      yield* refused(switchTag(request(lost, fresh)), "organisation.privilege_missing", {}, 403)
      done(yield* bar.get(`/customer/${lost.uid}`))
    }))

  it.effect("a tag for guests of another age is asked about", () =>
    Effect.gen(function*() {
      const { bar, guest, press, request, switchTag, tills } = yield* counter
      const minor = yield* guest({ restriction: "under_18" })
      const grown = yield* tills.tag()
      yield* refused(switchTag(request(minor, grown)), "RestrictionChange", {
        old_restriction: "under_18",
        new_restriction: null,
        old_variants: ["under_18"],
        new_variants: []
      })
      yield* refused(
        switchTag(request(minor, yield* tills.tag("under_16"), { confirm_restriction_change: false })),
        "RestrictionChange",
        {
          old_restriction: "under_18",
          new_restriction: "under_16",
          old_variants: ["under_18"],
          new_variants: ["under_16"]
        }
      )
      const same = yield* tills.tag("under_18")
      done(yield* switchTag(request(minor, same)))
      const drink = sale([press("spirit")], { ...minor, ...same })
      yield* refused(bar.post("/order/book-sale", drink), "AgeRestriction", {
        products: ["Spirit"],
        variants: ["under_18"]
      })
      done(yield* switchTag(request(same, grown, { confirm_restriction_change: true })))
      done(yield* bar.post("/order/book-sale", { ...drink, customer_tag_uid: grown.uid }))
    }))

  it.effect("who works with the tag works with the new one", () =>
    Effect.gen(function*() {
      const { clerk, request, switchTag, till, tills } = yield* counter
      const fresh = yield* tills.tag()
      const before = done(yield* till.get("/user")).body
      done(yield* switchTag(request(clerk, fresh)))
      const after = done(yield* till.get("/user")).body
      assert.strictEqual(after.id, before.id)
      assert.notStrictEqual(after.user_tag_id, before.user_tag_id)
      assert.strictEqual(BigInt(Number(after.user_tag_uid)), BigInt(Number(fresh.uid)))
      yield* refused(till.post("/user/login", login(clerk)), "cash.sign_in_tag_of_nobody", {}, 403)
      done(yield* till.post("/user/login", login({ ...clerk, ...fresh })))
      yield* healthy
    }))

  it.effect("a card payment under way arrives, on whichever tag it was begun", () =>
    Effect.gen(function*() {
      const { bar, guest, has, request, switchTag, tills } = yield* counter
      const lost = yield* guest({ balance: 10 })
      const fresh = yield* tills.tag()
      const paid = topUp(lost, 5, { payment_method: "sumup" })
      done(yield* bar.post("/order/register-pending-topup", paid))
      done(yield* switchTag(request(lost, fresh)))
      done(yield* bar.post("/order/book-topup", paid))
      assert.deepStrictEqual(yield* has({ ...lost, ...fresh }), { balance: 15, vouchers: 0 })
      yield* healthy
    }))

  it.effect("sessions opened with the old tag's PIN end", () =>
    Effect.gen(function*() {
      const { guest, request, switchTag, tills } = yield* counter
      const sql = yield* SqlClient.SqlClient
      const lost = yield* guest()
      const other = yield* guest()
      const { event } = yield* Festival
      for (const one of [lost, other]) {
        yield* sql`insert into customer_session (token_hash, event_id, account_id, user_tag_id, expires_at)
          select sha256(${randomUUID()}::bytea), event_id, id, user_tag_id, now() + interval '1 day' from account
          where event_id = ${event} and id = ${one.accountId}`
      }
      done(yield* switchTag(request(lost, yield* tills.tag())))
      const left = yield* sql<{ account_id: bigint }>`
        select account_id from customer_session where account_id in (${lost.accountId}, ${other.accountId})`
      assert.deepStrictEqual(left.map(({ account_id }) => Number(account_id)), [other.accountId])
    }))

  it.effect("a tag that waits for a card payment goes to no one else", () =>
    Effect.gen(function*() {
      const { bar, event, guest, request, switchTag, tills } = yield* counter
      const sql = yield* SqlClient.SqlClient
      const lost = yield* guest()
      const [waiting, free] = [yield* tills.tag(), yield* tills.tag()]
      yield* sql`insert into reserved_tag (event_id, user_tag_id, uid, order_uuid)
        select event_id, id, ${String(waiting.uid)}::numeric, ${randomUUID()}::uuid from user_tag
        where event_id = ${event} and pin = ${waiting.pin}`
      yield* refused(switchTag(request(lost, waiting)), "cash.new_tag_being_sold")
      yield* refused(switchTag(request(lost, { ...free, uid: waiting.uid })), "order.chip_taken")
      const grant = { user_tag_pin: waiting.pin, user_tag_uid: waiting.uid }
      yield* refused(bar.post("/user/grant-free-ticket", grant), "order.free_tag_reserved")
      yield* refused(
        bar.post("/user/grant-free-ticket", { ...grant, user_tag_pin: free.pin }),
        "order.free_tag_reserved"
      )
      done(yield* switchTag(request(lost, free)))
      yield* sql`delete from reserved_tag where event_id = ${event} and uid = ${String(waiting.uid)}::numeric`
      done(yield* switchTag(request(free, waiting)))
    }))

  it.effect("of many who want the same new tag one gets it, whatever is booked meanwhile", () =>
    Effect.gen(function*() {
      const { bar, guest, press, request, switchTag, tills } = yield* counter
      const fresh = yield* tills.tag()
      const guests = yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => guest({ balance: 50 }))
      const answers = yield* Effect.all([
        ...guests.map((one) => switchTag(request(one, fresh))),
        bar.post("/user/grant-free-ticket", { user_tag_pin: fresh.pin, user_tag_uid: fresh.uid }),
        ...guests.flatMap((one) => [
          bar.post("/order/book-sale", sale([press("deposit")], one)),
          bar.post("/order/book-topup", topUp(one, 2))
        ])
      ], { concurrency: "unbounded" })
      const winners = answers.slice(0, 7).filter(({ status }) => status === 200)
      assert.lengthOf(winners, 1)
      for (const { status, text } of answers) assert.include([200, 400], status, text)
      yield* healthy
    }))

  it.effect("at an archived node nothing is switched", () =>
    Effect.gen(function*() {
      const { address, event, guest, request, switchTag, till, tills } = yield* counter
      const [lost, fresh] = [yield* guest(), yield* tills.tag()]
      const nobody = caller(`${address}/terminal`, "unknown")("POST", "/customer/switch_tag", request(lost, fresh))
      yield* refused(nobody, "Unauthorized", {}, 401)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where id = ${event}`
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      yield* refused(switchTag(request(lost, fresh)), "NodeIsReadOnly", { node_id: event })
      yield* sql`update node set read_only = false where id = ${event}`
      yield* sql`update event set version = version + 1 where event_id = ${event}`
      done(yield* switchTag(request(lost, fresh)))
      assert.strictEqual((yield* till.post("/user/logout")).status, 204)
    }))
})
