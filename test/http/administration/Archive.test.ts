import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { diagnose } from "../../core/journal/Diagnosed.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { each, Festival, payOut, sale, topUp } from "../../support/Festival.ts"
import { type Answer, type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { lockWaits } from "../../support/lockWaits.ts"

const refusal = ({ body, status }: Answer) => [status, body.rule ?? body.id]

const kinds = (answer: Answer) => {
  assert.deepStrictEqual(refusal(answer), [400, "NodeInUse"], answer.text)
  return Object.fromEntries((answer.body.reasons as ReadonlyArray<Body>).map(({ count, kind }) => [kind, count]))
}

/** Lets the card payments fail, as if the provider had reported that no one paid. */
const refuseCards = Effect.fnUntraced(function*(event: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update card_payment set status = 'cancelled', verification = 'failed'
    where event_id = ${event} and status = 'pending'`
})

/** An event without money or open work, with a node below it. */
const quiet = Effect.gen(function*() {
  const { admin, at } = yield* Festival
  const portal = `https://${randomUUID()}.example`
  const event = yield* created(
    admin("POST", "/tree/nodes/0/create-event", {
      ...eventSettings,
      name: randomUUID(),
      description: "",
      customer_portal_url: portal
    })
  )
  const bar = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" }))
  const nodePost = (node: number, what: string, body?: unknown) => admin("POST", `/tree/nodes/${node}/${what}`, body)
  const remove = (node: number) => admin("DELETE", `/tree/nodes/${node}`)
  return { admin, at, bar, event, nodePost, portal, remove }
})

const product = { name: "Cola", price: 3, is_locked: true }

layer(Festival.layer, { excludeTestServices: true })("archiving", (it) => {
  it.effect("waits until cash is in the vault and work is done, and says what is open", () =>
    Effect.gen(function*() {
      const { admin, bar, event, guest, office, press, tills } = yield* Festival
      const archive = admin("POST", `/tree/nodes/${event}/archive-node`)
      const visitor = yield* guest({ balance: 20 })
      done(yield* bar.post("/order/book-sale", sale([press("food")], visitor)))
      const card = topUp(visitor, 5, { payment_method: "sumup" })
      done(yield* bar.post("/order/register-pending-topup", card))
      assert.deepStrictEqual(kinds(yield* archive), { registers_with_money: 1, pending_card_orders: 1 })

      yield* refuseCards(event)
      done(yield* bar.post("/order/book-payout", payOut(visitor)))
      assert.strictEqual((yield* bar.post("/user/logout")).status, 204)
      const left = yield* office("GET", "/till-registers")
      const [register] = Object.values(left.body.entities as Body) as ReadonlyArray<Body>
      assert.deepStrictEqual(kinds(yield* archive), { registers_with_money: 1 })
      done(
        yield* office("POST", `/cashiers/${bar.cashier.id}/close-out`, {
          comment: "",
          actual_cash_drawer_balance: register!.balance,
          closing_out_user_id: bar.cashier.id
        })
      )
      const late = yield* tills.device()
      // Who is still signed in does not keep it open, and is signed out.
      done(
        yield* bar.post("/user/login", { user_tag: { uid: bar.cashier.uid }, user_role_id: bar.cashier.roleId })
      )
      done(yield* archive)
      const sql = yield* SqlClient.SqlClient
      const signedIn = sql`select from terminal where event_id = ${event} and active_user_id is not null`
      assert.lengthOf(yield* signedIn, 0)
      const [entry] = yield* sql<{ count: string }>`select content->>'signed_out_terminals' as count from audit_log
        where log_type = 'node_archived' order by id desc limit 1`
      assert.strictEqual(entry?.count, "1")
      // Terminals can give up their registration, and nothing else changes.
      assert.strictEqual((yield* late.post("/auth/logout_terminal")).status, 204)
      assert.deepStrictEqual(
        refusal(
          yield* bar.post("/user/login", {
            user_tag: { uid: bar.cashier.uid },
            user_role_id: bar.cashier.roleId
          })
        ),
        [400, "NodeIsReadOnly"]
      )
      assert.strictEqual((yield* bar.post("/user/logout")).status, 204)
      assert.strictEqual((yield* bar.get("/config")).status, 200)
      assert.deepStrictEqual(refusal(yield* archive), [400, "NodeIsReadOnly"])
    }))

  it.effect("makes a part of the tree readable only, until it is taken out of the archive", () =>
    Effect.gen(function*() {
      const { admin, at, bar, event, nodePost, portal } = yield* quiet
      const rate = (done(yield* at(event)("GET", "/tax-rates")).body.ids as ReadonlyArray<number>)[0]
      const sell = (name: string) => at(bar)("POST", "/products", { ...product, name, tax_rate_id: rate })
      const archived = done(yield* nodePost(event, "archive-node"))
      assert.strictEqual(archived.text, "null")
      const tree = done(yield* admin("GET", "/tree/")).text
      assert.notInclude(tree, portal)
      assert.deepStrictEqual(refusal(yield* sell("Cola")), [400, "NodeIsReadOnly"])
      assert.strictEqual((yield* at(bar)("GET", "/products")).status, 200)
      for (const node of [event, bar]) {
        assert.deepStrictEqual(refusal(yield* nodePost(node, "archive-node")), [400, "NodeIsReadOnly"])
      }
      // The address is free for another event.
      yield* created(
        admin("POST", "/tree/nodes/0/create-event", {
          ...eventSettings,
          name: randomUUID(),
          description: "",
          customer_portal_url: portal
        })
      )
      assert.deepStrictEqual(refusal(yield* nodePost(bar, "unarchive-node")), [400, "cash.node_above_archived"])
      done(yield* nodePost(event, "unarchive-node"))
      done(yield* sell("Cola"))
      assert.deepStrictEqual(refusal(yield* nodePost(event, "unarchive-node")), [400, "cash.node_not_archived"])
      const log = done(yield* admin("GET", `/tree/nodes/${event}/audit-logs`)).body
      const types = each(log, "log_type")
      assert.includeMembers([...types], ["node_archived", "node_unarchived"])
      done(yield* nodePost(bar, "archive-node"))
      assert.deepStrictEqual(refusal(yield* sell("Fanta")), [400, "NodeIsReadOnly"])
      done(yield* at(event)("POST", "/products", { ...product, name: "Fanta", tax_rate_id: rate }))
    }))

  it.effect("leaves guests the money that they have not claimed, says how much, and pays it out later", () =>
    Effect.gen(function*() {
      const { admin, at, event, nodePost } = yield* quiet
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        with account as (
          insert into account (event_id, node_id, type, balance)
          select ${event}, ${event}, 'private', n from unnest(array[0, 50, 1234]) as n returning event_id, id
        )
        insert into customer (event_id, account_id) select event_id, id from account`
      const archived = done(yield* nodePost(event, "archive-node"))
      assert.deepStrictEqual(archived.body, { unclaimed_accounts: 2, unclaimed_balance: 12.84 })
      const [entry] = listOf(yield* admin("GET", `/tree/nodes/${event}/audit-logs?log_type=node_archived`))
      const detail = done(yield* admin("GET", `/tree/nodes/${event}/audit-logs/${String(entry!.id)}`)).body
      assert.deepInclude(detail.content, { unclaimed: { unclaimed_accounts: 2, unclaimed_balance: 12.84 } })
      const { notices } = yield* Effect.orDie(diagnose())
      assert.deepStrictEqual(
        notices.filter(({ event_id }) => event_id === BigInt(event)).map(({ message }) => message),
        ["2 guests of this archived event have not claimed EUR 12.84; they can be paid out once it is taken out of the archive"]
      )
      const accounts = yield* sql<{ id: bigint }>`
        select id from account where event_id = ${event} and type = 'private' and balance = 1234`
      const account = `/accounts/${accounts[0]!.id}`
      assert.deepStrictEqual(
        refusal(yield* at(event)("POST", `${account}/update-balance`, { new_balance: 0 })),
        [400, "NodeIsReadOnly"]
      )
      done(yield* nodePost(event, "unarchive-node"))
      assert.strictEqual(done(yield* at(event)("GET", account)).body.balance, 12.34)
      done(yield* at(event)("POST", `${account}/update-balance`, { new_balance: 0 }))
      assert.deepInclude(done(yield* nodePost(event, "archive-node")).body, { unclaimed_balance: 0.5 })
    }))

  it.effect("counts a booking that is under way", () =>
    Effect.gen(function*() {
      const { event, nodePost } = yield* quiet
      const sql = yield* SqlClient.SqlClient
      const [account] = yield* sql<{ id: bigint }>`
        insert into account (event_id, node_id, type) values (${event}, ${event}, 'private') returning id`
      const held = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const booking = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* sql`update account set balance = 100 where event_id = ${event} and id = ${account!.id}`
        yield* Deferred.succeed(held, undefined)
        yield* Deferred.await(release)
      })))
      yield* Deferred.await(held)
      const archiving = yield* Effect.forkChild(nodePost(event, "archive-node"))
      yield* lockWaits()
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(booking)
      assert.deepStrictEqual(done(yield* Fiber.join(archiving)).body, { unclaimed_accounts: 1, unclaimed_balance: 1 })
    }))

  it.effect("is for events and what is below", () =>
    Effect.gen(function*() {
      const { admin, nodePost } = yield* quiet
      const org = yield* created(nodePost(0, "create-node", { name: randomUUID(), description: "" }))
      for (const node of [0, org]) {
        assert.deepStrictEqual(refusal(yield* nodePost(node, "archive-node")), [400, "EventRequired"])
        assert.deepStrictEqual(refusal(yield* nodePost(node, "unarchive-node")), [400, "EventRequired"])
      }
      assert.strictEqual((yield* admin("POST", "/tree/nodes/999999/archive-node")).status, 404)
    }))
})

layer(Festival.layer, { excludeTestServices: true })("deleting nodes", (it) => {
  it.effect("takes an empty node out of the tree and keeps its entries in the audit log", () =>
    Effect.gen(function*() {
      const { admin, at, bar, event, nodePost, remove } = yield* quiet
      done(yield* nodePost(bar, "settings", { name: "Bar 2", description: "" }))
      assert.strictEqual(done(yield* remove(bar)).text, "null")
      assert.notInclude(done(yield* admin("GET", "/tree/")).text, `/${event}/${bar}"`)
      assert.strictEqual((yield* remove(bar)).status, 404)
      assert.strictEqual((yield* at(bar)("GET", "/products")).status, 404)
      const log = listOf(yield* admin("GET", `/tree/nodes/${event}/audit-logs`))
      assert.deepStrictEqual(log.slice(0, 2).map(({ log_type, node_id }) => [log_type, node_id]), [
        ["node_deleted", event],
        ["node_updated", bar]
      ])
      // The name is free again.
      yield* created(nodePost(event, "create-node", { name: "Bar 2", description: "" }))
    }))

  it.effect("is refused while anything is there, for the root, and for events without their name", () =>
    Effect.gen(function*() {
      const { at, bar, event, nodePost, remove } = yield* quiet
      const inner = yield* created(nodePost(bar, "create-node", { name: "Inner", description: "" }))
      done(yield* at(bar)("POST", "/till-buttons", { name: "Press", product_ids: [] }))
      done(yield* at(bar)("POST", "/till-registers", { name: "Drawer" }))
      const office = at(bar)
      const drinks = yield* created(office("POST", "/product-categories", { name: "Drinks", colour: "blue" }))
      const list = yield* created(
        office("POST", "/price-lists", { name: "Happy hour", rank: 1, windows: [], entries: [] })
      )
      assert.deepStrictEqual(kinds(yield* remove(bar)), {
        nodes: 1,
        till_buttons: 1,
        cash_registers: 1,
        price_lists: 1,
        product_categories: 1
      })
      done(yield* office("DELETE", `/product-categories/${drinks}`))
      done(yield* office("DELETE", `/price-lists/${list}`))
      done(yield* remove(inner))
      assert.deepStrictEqual(kinds(yield* remove(bar)), { till_buttons: 1, cash_registers: 1 })
      for (const [node, rule] of [[0, "cash.root_not_deleted"], [event, "cash.event_name_needed"]] as const) {
        assert.deepStrictEqual(refusal(yield* remove(node)), [400, rule])
      }
    }))

  it.effect("knows every table whose rows stand at a node", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'node_id' order by table_name`
      // Entries of the audit log and fees name their node for ever, and a product can be sold out where nothing is sold any more.
      assert.sameMembers(tables.map(({ name }) => name), [
        "account",
        "audit_log",
        "cash_register",
        "cash_register_stocking",
        "node_fee",
        "price_list",
        "product",
        "product_category",
        "sold_out",
        "tax_rate",
        "terminal",
        "ticket_voucher",
        "till",
        "till_button",
        "till_layout",
        "till_profile",
        "tse",
        "user_role",
        "user_tag",
        "user_tag_secret",
        "user_to_role",
        "usr"
      ])
    }))
})
