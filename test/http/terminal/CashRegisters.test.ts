import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { audited, cashOffice, cashOrders, cashOrdersBy, signIn, signOut } from "../../support/FestivalCash.ts"
import { refused } from "../../support/FestivalLedger.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import type { Colleague } from "../../support/FestivalTill.ts"

layer(Festival.layer, { excludeTestServices: true })("cash at terminals", (it) => {
  it.effect("a float leaves the vault, the register goes to the cashier and the shift starts", () =>
    Effect.gen(function*() {
      const { moved, tills } = yield* Festival
      const { officeTill, register, stocking, stockUp } = yield* cashOffice
      const cashier = yield* tills.colleague()
      const drawer = yield* register
      const template = yield* stocking(1.25, { euro20: 2, euro2: 1, cent1: 3 })
      const { answer: { answer, orders }, moved: change } = yield* moved(
        cashOrdersBy(null, stockUp(cashier, drawer.id, template))
      )
      assert.strictEqual(done(answer).text, "true")
      assert.deepStrictEqual(change, { cash_vault: -92.75, [drawer.label]: 92.75 })
      assert.deepStrictEqual(orders, [["cashier_shift_start", 0, cashier.id]])
      assert.deepStrictEqual(yield* audited("cash_register_stocked_up"), {
        content: { cash_register_id: drawer.id, amount: 92.75, till_id: officeTill.id },
        user: officeTill.cashier.id,
        terminal: officeTill.terminalId
      })
      const other = yield* tills.colleague()
      yield* refused(stockUp(other, drawer.id, template), "cash.register_held")
      yield* refused(stockUp(cashier, (yield* register).id, template), "cash.cashier_has_register")
      yield* refused(stockUp(other, 0, template), "cash.register_unknown")
      yield* refused(stockUp({ ...other, uid: 1n }, (yield* register).id, template), "cash.tag_of_nobody")
      yield* refused(stockUp(other, (yield* register).id, 0), "cash.stocking_unknown")
    }))

  it.effect("a cashier who is signed in finds the register in their one till that takes cash", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const { bar, register, stocking, stockUp } = yield* cashOffice
      const card = yield* tills.open({ flags: { enable_cash_payment: false } })
      const cashier = yield* tills.colleague()
      yield* signIn(bar, cashier)
      yield* signIn(card, cashier)
      const drawer = yield* register
      const { orders } = yield* cashOrdersBy(
        bar.id,
        Effect.flatMap(stocking(50), (template) => stockUp(cashier, drawer.id, template))
      )
      assert.deepStrictEqual(orders, [["money_transfer", 50, cashier.id]])
      const registerIn = (id: number) =>
        Effect.map(office("GET", `/tills/${id}`), ({ body }) => body.active_cash_register_id)
      assert.deepStrictEqual([yield* registerIn(bar.id), yield* registerIn(card.id)], [drawer.id, null])
      const template = yield* stocking(10)
      yield* refused(stockUp(yield* tills.colleague(), drawer.id, template), "cash.register_in_till")
      const busy = yield* tills.colleague()
      for (const till of [yield* tills.open(), yield* tills.open()]) yield* signIn(till, busy)
      yield* refused(stockUp(busy, (yield* register).id, template), "cash.signed_in_at_several_tills")
    }))

  it.effect("an organiser brings cash to a cashier and takes it back, as much as there is", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { bar, bring, officeTill, equipped, take, transport } = yield* cashOffice
      const cashier = yield* equipped(50)
      yield* refused(bring(cashier, 1), "cash.register_in_no_till")
      yield* signIn(bar, cashier)
      done(yield* take(officeTill.cashier, 200))
      const { answer: { answer, orders }, moved: brought } = yield* moved(
        cashOrdersBy(bar.id, bring(cashier, 80))
      )
      assert.strictEqual(done(answer).text, "null")
      assert.deepStrictEqual(brought, { [transport]: -80, [cashier.register.label]: 80 })
      assert.deepStrictEqual(orders, [["money_transfer", 80, officeTill.cashier.id]])
      const entry = yield* audited("cashier_account_balance_changed")
      assert.deepInclude(entry, { user: officeTill.cashier.id, terminal: officeTill.terminalId })
      assert.deepInclude(entry?.content, {
        cash_register_id: cashier.register.id,
        amount: 80,
        cashier_till_id: bar.id
      })
      assert.isNumber(entry?.content.transport_account_id)
      yield* refused(bring(cashier, -140), "order.register_too_little")
      yield* refused(bring(cashier, 120.01), "order.carried_too_little")
      const { moved: fetched } = yield* moved(Effect.map(bring(cashier, -130), done))
      assert.deepStrictEqual(fetched, { [transport]: 130, [cashier.register.label]: -130 })
      done(yield* bring(cashier, 0))
    }))

  it.effect("the order of brought cash lies at the till that holds the register", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { bar, bring, officeTill, equipped, take } = yield* cashOffice
      const cashier = yield* equipped(50)
      const second = yield* tills.open()
      yield* signIn(bar, cashier)
      yield* signIn(second, cashier)
      done(yield* take(officeTill.cashier, 20))
      done(yield* bring(cashier, 20))
      assert.deepStrictEqual(yield* cashOrders(second.id), [])
      assert.deepStrictEqual((yield* cashOrders(bar.id)).map(([, cash]) => cash), [50, 20])
    }))

  it.effect("cash goes from the vault to the person who carries it and back, as much as they carry", () =>
    Effect.gen(function*() {
      const { moved } = yield* Festival
      const { bar, bring, officeTill, equipped, take, transport } = yield* cashOffice
      const { moved: taken } = yield* moved(Effect.map(take(officeTill.cashier, 100), done))
      assert.deepStrictEqual(taken, { cash_vault: -100, [transport]: 100 })
      assert.deepInclude((yield* audited("transport_account_balance_changed"))?.content, { amount: 100 })
      const cashier = yield* equipped(0)
      yield* signIn(bar, cashier)
      done(yield* bring(cashier, 60))
      yield* refused(bring(cashier, 60), "order.carried_too_little")
      done(yield* bring(cashier, -30))
      yield* refused(take(officeTill.cashier, -100), "order.transport_too_little")
      const { answer, moved: back } = yield* moved(take(officeTill.cashier, -70))
      assert.strictEqual(done(answer).text, "null")
      assert.deepStrictEqual(back, { cash_vault: 70, [transport]: -70 })
      yield* refused(take(officeTill.cashier, -0.01), "order.transport_too_little")
      yield* refused(take({ uid: 1n }, 10), "cash.tag_of_nobody")
    }))

  it.effect("who has no transport account carries nothing", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { bar, bring, officeTill, equipped, take } = yield* cashOffice
      const cashier = yield* equipped(10)
      yield* signIn(bar, cashier)
      yield* refused(take(yield* tills.colleague("helper"), 10), "cash.transport_account_missing")
      const sql = yield* SqlClient.SqlClient
      yield* sql`update usr set transport_account_id = null where id = ${officeTill.cashier.id}`
      const { body } = yield* refused(bring(cashier, 1), "cash.own_transport_account_missing")
      assert.include(String(body.message), "transport account")
    }))

  it.effect("a register is handed on: it leaves one till and enters the other, as one shift ends and another starts", () =>
    Effect.gen(function*() {
      const { moved, office, tills } = yield* Festival
      const { bar, officeTill, equipped, transfer } = yield* cashOffice
      const other = yield* tills.open()
      const source = yield* equipped(130)
      const target = yield* tills.colleague()
      yield* signIn(bar, source)
      yield* signIn(other, target)
      const { answer: { answer, orders }, moved: change } = yield* moved(
        cashOrdersBy(null, transfer(source, target))
      )
      assert.deepInclude(done(answer).body, {
        id: source.register.id,
        balance: 130,
        current_cashier_id: target.id,
        current_till_id: other.id
      })
      assert.deepStrictEqual(change, {})
      assert.deepStrictEqual(orders, [["cashier_shift_end", 0, source.id], ["cashier_shift_start", 0, target.id]])
      assert.deepStrictEqual((yield* cashOrders(bar.id)).at(-1), ["money_transfer", -130, source.id])
      assert.deepStrictEqual(yield* cashOrders(other.id), [["money_transfer", 130, target.id]])
      const till = done(yield* office("GET", `/tills/${other.id}`)).body
      assert.strictEqual(till.active_cash_register_id, source.register.id)
      const content = {
        cash_register_id: source.register.id,
        source_cashier_id: source.id,
        target_cashier_id: target.id
      }
      assert.deepStrictEqual(yield* audited("cash_register_transferred"), {
        content,
        user: officeTill.cashier.id,
        terminal: officeTill.terminalId
      })
    }))

  it.effect("a register goes neither to its holder, no one, the holder of another nor someone at several tills", () =>
    Effect.gen(function*() {
      const { office, tills } = yield* Festival
      const { equipped, transfer } = yield* cashOffice
      const source = yield* equipped(130)
      const holder = yield* equipped(1)
      const free = yield* tills.colleague()
      yield* refused(transfer(source, source), "cash.transfer_to_self")
      yield* refused(transfer(source, holder), "cash.transfer_target_has_register")
      yield* refused(transfer(free, source), "cash.transfer_source_without_register")
      yield* refused(transfer({ uid: 1n }, free), "cash.transfer_source_unknown")
      yield* refused(transfer(source, { uid: 1n }), "cash.transfer_target_unknown")
      const both = [yield* tills.open(), yield* tills.open()]
      for (const till of both) yield* signIn(till, free)
      const { body } = yield* refused(transfer(source, free), "cash.signed_in_at_several_tills")
      for (const { id } of both) {
        const { name } = done(yield* office("GET", `/tills/${id}`)).body
        assert.include(String(body.message), String(name))
      }
      yield* signOut(both[0]!)
      assert.deepInclude(done(yield* transfer(source, free)).body, { current_till_id: both[1]!.id })
    }))

  it.effect("who carries no cash hands on the own register alone, or takes one over", () =>
    Effect.gen(function*() {
      const { bar, equipped, transfer } = yield* cashOffice
      const { moved, tills } = yield* Festival
      const holder = yield* equipped(130)
      const seller = yield* worker(["terminal_login", "can_book_orders"])
      const free = yield* tills.colleague()
      const hand = (source: Pick<Colleague, "uid">, target: Pick<Colleague, "uid">) =>
        bar.post("/transfer-cash-register", { source_cashier_tag_uid: source.uid, target_cashier_tag_uid: target.uid })
      yield* signIn(bar, seller)
      for (const [source, target] of [[holder, free], [free, holder], [{ uid: 1n }, { uid: 2n }]] as const) {
        const { moved: change } = yield* moved(refused(hand(source, target), "cash.transfer_not_own", {}, 403))
        assert.deepStrictEqual(change, {})
      }
      assert.deepInclude(done(yield* hand(holder, seller)).body, { current_cashier_id: seller.id, balance: 130 })
      assert.deepInclude(done(yield* hand(seller, free)).body, { current_cashier_id: free.id, balance: 130 })
      yield* refused(hand(free, holder), "cash.transfer_not_own", {}, 403)
      assert.deepInclude(done(yield* transfer(free, holder)).body, { current_cashier_id: holder.id })
    }))

  it.effect("a register is not taken over from a cashier who is signed in at another till", () =>
    Effect.gen(function*() {
      const { bar, equipped, transfer } = yield* cashOffice
      const { moved, office, tills } = yield* Festival
      const holder = yield* equipped(130)
      const seller = yield* worker(["terminal_login", "can_book_orders"])
      const theirs = yield* tills.open()
      const hand = (at: Pick<typeof bar, "post">, source: Pick<Colleague, "uid">, target: Pick<Colleague, "uid">) =>
        at.post("/transfer-cash-register", { source_cashier_tag_uid: source.uid, target_cashier_tag_uid: target.uid })
      yield* signIn(theirs, holder)
      yield* signIn(bar, seller)
      const before = yield* cashOrders(theirs.id)
      const { answer, moved: change } = yield* moved(
        refused(hand(bar, holder, seller), "cash.transfer_in_use", {}, 403)
      )
      assert.deepStrictEqual(change, {})
      assert.deepStrictEqual(yield* cashOrders(theirs.id), before)
      const till = done(yield* office("GET", `/tills/${theirs.id}`)).body
      assert.include(String(answer.body.message), String(till.name))
      assert.strictEqual(till.active_cash_register_id, holder.register.id)
      // The cashier hands it on where they are signed in, as anyone may who carries cash.
      assert.deepInclude(done(yield* hand(theirs, holder, seller)).body, { current_cashier_id: seller.id })
      assert.deepInclude(done(yield* transfer(seller, holder)).body, { current_cashier_id: holder.id })
      yield* signOut(theirs)
      assert.deepInclude(done(yield* hand(bar, holder, seller)).body, { current_cashier_id: seller.id, balance: 130 })
    }))

  it.effect("cash is moved only by those who may, at a terminal with a till", () =>
    Effect.gen(function*() {
      const { tills } = yield* Festival
      const { officeTill, equipped } = yield* cashOffice
      const one = yield* equipped(10)
      const two = yield* tills.colleague()
      const calls: ReadonlyArray<readonly [string, Body]> = [
        ["/change-cash-register-balance", { cashier_tag_uid: one.uid, amount: 1 }],
        ["/change-transport-register-balance", { orga_tag_uid: two.uid, amount: 1 }],
        ["/transfer-cash-register", { source_cashier_tag_uid: one.uid, target_cashier_tag_uid: two.uid }]
      ]
      yield* signIn(officeTill, yield* tills.colleague("helper"))
      for (const [path, body] of calls) {
        yield* refused(officeTill.post(path, body), "organisation.privilege_missing", {}, 403)
      }
      yield* signOut(officeTill)
      for (const [path, body] of calls) {
        yield* refused(officeTill.post(path, body), "till.nobody_signed_in", {}, 403)
      }
      const without = yield* tills.device()
      for (const [path, body] of calls) {
        yield* refused(without.post(path, body), "TillRequired")
      }
      for (const amount of [0.001, "1e3", null]) {
        assert.strictEqual((yield* officeTill.post(calls[0]![0], { cashier_tag_uid: one.uid, amount })).status, 400)
      }
    }))
})
