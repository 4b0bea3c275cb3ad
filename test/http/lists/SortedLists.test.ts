import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { imported, orderOf, withCredit } from "../../support/FestivalShop.ts"

type Entry = Body & { readonly id: number }

/** A call of the office with an Accept header, as text with its headers. */
const asking = Effect.map(
  Festival,
  ({ address, event, token }) => (path: string, accept = "application/json") =>
    Effect.promise(async () => {
      const url = `${address}/administration${path}${path.includes("?") ? "&" : "?"}node_id=${event}`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept } })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
)

const entriesOf = (text: string): ReadonlyArray<Entry> => {
  const body = JSON.parse(text)
  return Array.isArray(body) ? body : body.ids.map((id: number) => body.entities[id])
}

const cursorOf = (headers: Headers) => {
  const [, query] = /^<\?([^>]*)>; rel="next"$/.exec(headers.get("link") ?? "") ?? []
  return query === undefined ? undefined : new URLSearchParams(query).get("cursor")!
}

/** The ids of a list, two entries at a time. */
const walk = Effect.fnUntraced(function*(path: string) {
  const ask = yield* asking
  const ids: Array<number> = []
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const after: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
    const { headers, status, text } = yield* ask(`${path}&limit=2${after}`)
    assert.strictEqual(status, 200, text)
    const entries = entriesOf(text)
    assert.isAtMost(entries.length, 2)
    ids.push(...entries.map(({ id }) => id))
    cursor = cursorOf(headers)
  }
  return ids
})

/** Guests of whom several have the same name and balance. */
const crowd = Effect.gen(function*() {
  const { event, guest } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const guests = []
  for (const balance of [5, 7, 5, 5, 7]) guests.push(yield* guest({ balance }))
  const ids = guests.map(({ accountId }) => accountId)
  yield* sql`update account set name = (array['Anna', 'anna', 'Berta', null, '=1+1'])[array_position(${ids}::bigint[], id)]
    where event_id = ${event} and id = any(${ids}::bigint[])`
  return guests
})

const compared = (key: string) => (a: Entry, b: Entry) => {
  const of = (entry: Entry) => typeof entry[key] === "number" ? entry[key] : String(entry[key] ?? "").toLowerCase()
  return of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a.id - b.id
}

layer(Festival.layer, { excludeTestServices: true })("a list that can be sorted", (it) => {
  it.effect("is the same in pages as whole, in every order and in both directions", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const ask = yield* asking
      yield* crowd
      yield* imported(orderOf("SORT", [...withCredit(7), ...withCredit(3, { name: "Zoe" }), ...withCredit(7)]))
      const first = yield* guest({ balance: 20 })
      for (let n = 0; n < 3; n++) done(yield* bar.post("/order/book-sale", sale([press("beerOnly")], first)))
      const lists: ReadonlyArray<readonly [path: string, keys: ReadonlyArray<string>]> = [
        ["/accounts", ["id", "name", "balance", "vouchers"]],
        ["/customers", ["id", "name", "balance", "vouchers", "account_name", "email", "last_posting"]],
        ["/user-tags", ["id", "pin"]],
        ["/tickets/external-tickets", [
          "id",
          "external_reference",
          "customer_name",
          "customer_email",
          "initial_top_up_amount"
        ]],
        ["/orders", ["id"]],
        [`/accounts/${first.accountId}/transactions`, ["id"]],
        [`/till-registers/${bar.registerId}/transactions`, ["id"]]
      ]
      for (const [path, keys] of lists) {
        for (const key of keys) {
          const { headers, text } = yield* ask(`${path}?sort=${key}&count=true`)
          const entries = entriesOf(text)
          assert.isNotEmpty(entries, path)
          assert.strictEqual(headers.get("x-total-count"), String(entries.length), path)
          const ids = entries.map(({ id }) => id)
          assert.deepStrictEqual(ids, entries.toSorted(compared(key)).map(({ id }) => id), `${path} ${key}`)
          assert.deepStrictEqual(yield* walk(`${path}?sort=${key}`), ids, `${path} ${key}`)
          assert.deepStrictEqual(yield* walk(`${path}?sort=-${key}`), ids.toReversed(), `${path} -${key}`)
        }
      }
    }))

  it.effect("is limited to what its filters name", () =>
    Effect.gen(function*() {
      const { bar, guest, office, press } = yield* Festival
      const ask = yield* asking
      const visitor = yield* guest({ balance: 33 })
      const other = yield* guest({ balance: 0 })
      const before = new Date().toISOString()
      done(yield* bar.post("/order/book-sale", sale([press("beerOnly")], visitor)))
      done(yield* bar.post("/order/book-topup", topUp(visitor, 3)))
      const found = (path: string) =>
        Effect.map(ask(path), ({ status, text }) => {
          assert.strictEqual(status, 200, `${path} ${text}`)
          return entriesOf(text)
        })
      const idsOf = (path: string) => Effect.map(found(path), (entries) => entries.map(({ id }) => id))
      assert.deepStrictEqual(yield* idsOf("/accounts?type=private&min_balance=33&max_balance=33"), [visitor.accountId])
      assert.deepStrictEqual(yield* idsOf(`/customers?search=${visitor.pin}`), [visitor.accountId])
      assert.includeMembers([...yield* idsOf("/customers?max_balance=0.00")], [other.accountId])
      assert.notInclude(yield* idsOf("/customers?max_balance=0.00"), visitor.accountId)
      assert.deepStrictEqual(yield* idsOf("/customers?blocked=true"), [])
      // The guest of the latest booking comes first, and those who work here are apart.
      const [latest] = yield* found("/customers?sort=-last_posting&staff=false")
      assert.strictEqual(latest!.id, visitor.accountId)
      assert.isAtLeast(Date.parse(String(latest!.last_active_at)), Date.parse(before))
      const staff = yield* idsOf("/customers?staff=true")
      assert.notInclude(staff, visitor.accountId)
      assert.deepStrictEqual(
        [...staff, ...yield* idsOf("/customers?staff=false")].toSorted((a, b) => a - b),
        [...yield* idsOf("/customers")].toSorted((a, b) => a - b)
      )
      const registers = yield* found("/accounts?type=cash_register,transport")
      assert.isNotEmpty(registers)
      assert.isTrue(registers.every(({ type }) => type === "cash_register" || type === "transport"))
      const tags = yield* found(`/user-tags?search=${visitor.pin}&assigned=true`)
      assert.deepStrictEqual(tags.map(({ account_id }) => account_id), [visitor.accountId])
      assert.deepStrictEqual(yield* found(`/user-tags?search=${visitor.pin}&assigned=false`), [])

      const mine = `/orders?customer_account_id=${visitor.accountId}`
      const types = (entries: ReadonlyArray<Entry>) => entries.map(({ order_type }) => order_type)
      assert.deepStrictEqual(types(yield* found(`${mine}&from_time=${before}`)), ["top_up", "sale"])
      assert.deepStrictEqual(types(yield* found(`${mine}&to_time=${before}`)), ["top_up"])
      assert.deepStrictEqual(types(yield* found(`${mine}&order_type=sale,pay_out`)), ["sale"])
      assert.deepStrictEqual(types(yield* found(`${mine}&payment_method=cash`)), ["top_up"])
      assert.deepStrictEqual(yield* found(`${mine}&cancelled=true`), [])
      const [sold] = yield* idsOf(`${mine}&order_type=sale`)
      done(yield* office("DELETE", `/orders/${sold}`))
      assert.deepStrictEqual(yield* idsOf(`${mine}&cancelled=true`), [sold])
      assert.deepStrictEqual(types(yield* found(`${mine}&cancelled=false`)), ["cancel_sale", "top_up", "top_up"])
      assert.lengthOf(yield* found(`${mine}&till_id=${bar.id}&cashier_id=${bar.cashier.id}`), 3)
      assert.deepStrictEqual(yield* found(`${mine}&till_id=999999`), [])
      const [tag] = tags
      assert.deepStrictEqual(yield* idsOf(`/orders?user_tag_id=${tag!.id}`), yield* idsOf(mine))
      const moved = `/accounts/${visitor.accountId}/transactions?min_amount=3&max_amount=3.00`
      // The sale, its cancel and the top-up.
      assert.lengthOf(yield* found(moved), 3)
    }))

  it.effect("has the orders whose total is within bounds to the cent, both included", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const ask = yield* asking
      const visitor = yield* guest({ balance: 33 })
      done(yield* bar.post("/order/book-sale", sale([press("beerOnly"), press("beerOnly")], visitor)))
      done(yield* bar.post("/order/book-sale", sale([press("beerOnly")], visitor)))
      done(yield* bar.post("/order/book-topup", topUp(visitor, 3.01)))
      const mine = `/orders?customer_account_id=${visitor.accountId}`
      const totals = Effect.fnUntraced(function*(query: string) {
        const { headers, text } = yield* ask(`${mine}&count=true${query}`)
        const found = entriesOf(text).map(({ total_price }) => Number(total_price))
        assert.strictEqual(headers.get("x-total-count"), String(found.length), query)
        return found
      })
      const all = yield* totals("")
      assert.lengthOf(new Set(all), 4)
      for (const least of [undefined, ...all, 3.02, -1]) {
        for (const most of [undefined, ...all, 2.99, -1]) {
          const bounds = (least === undefined ? "" : `&min_amount=${least}`) +
            (most === undefined ? "" : `&max_amount=${most}`)
          const within = all.filter((total) => total >= (least ?? -99) && total <= (most ?? 99))
          assert.deepStrictEqual(yield* totals(bounds), within, bounds)
        }
      }
      assert.strictEqual((yield* ask(`${mine}&min_amount=3.001`)).status, 422)
    }))

  it.effect("is refused with a cursor of another order, an unknown order or a text that is no amount, and changes nothing", () =>
    Effect.gen(function*() {
      const ask = yield* asking
      const { headers } = yield* ask("/accounts?sort=balance&limit=1")
      const cursor = encodeURIComponent(cursorOf(headers)!)
      assert.strictEqual((yield* ask(`/accounts?sort=balance&cursor=${cursor}`)).status, 200)
      for (
        const query of [
          `sort=name&cursor=${cursor}`,
          `cursor=${cursor}`,
          "cursor=x",
          "sort=balance&cursor=17",
          "cursor=%00"
        ]
      ) {
        const { status, text } = yield* ask(`/accounts?${query}`)
        assert.strictEqual(status, 400, `${query} ${text}`)
        assert.strictEqual(JSON.parse(text).rule, "sql.cursor_of_other_list")
      }
      for (
        const query of [
          "sort=iban",
          "sort=--id",
          "min_balance=NaN",
          "type=sale_exit",
          "type=private;drop",
          "limit=0",
          "count=maybe"
        ]
      ) {
        assert.strictEqual((yield* ask(`/accounts?${query}`)).status, 422, query)
      }
    }))

  it.effect("is one file as CSV, with the same filters, of any length", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const ask = yield* asking
      yield* sql`insert into user_tag (event_id, node_id, pin, secret_id)
        select ${event}, ${event}, 'MANY-' || n, secret.id
        from generate_series(1, 2100) n, user_tag_secret secret where secret.event_id = ${event}`
      const csv = Effect.fnUntraced(function*(path: string) {
        const { headers, status, text } = yield* ask(path, "text/csv")
        assert.strictEqual(status, 200, text.slice(0, 200))
        assert.match(headers.get("content-type")!, /^text\/csv; charset=utf-8/)
        return parse(text, { columns: true, record_delimiter: "\r\n" }) as ReadonlyArray<
          { readonly [heading: string]: string }
        >
      })
      const tags = yield* csv("/user-tags?search=many-")
      assert.lengthOf(tags, 2100)
      assert.strictEqual(new Set(tags.map(({ pin }) => pin)).size, 2100)

      yield* crowd
      const { text } = yield* ask("/accounts?type=private&min_balance=5&max_balance=7")
      const shown = entriesOf(text)
      const rows = yield* csv("/accounts?type=private&min_balance=5&max_balance=7&sort=-name")
      assert.deepStrictEqual(rows.map(({ id }) => Number(id)), shown.map(({ id }) => id))
      assert.deepStrictEqual(rows.map(({ balance }) => balance), shown.map(({ balance }) => Number(balance).toFixed(2)))
      assert.include(rows.map(({ name }) => name), "'=1+1")
      const header = "id,node_id,type,name,comment,balance,vouchers,user_tag_id,user_tag_uid_hex,restriction\r\n"
      assert.strictEqual((yield* ask("/accounts?min_balance=1000000", "text/csv")).text, header)
      assert.strictEqual((yield* ask("/accounts?sort=iban", "text/csv")).status, 422)
      assert.strictEqual((yield* ask("/accounts/999999999/transactions", "text/csv")).status, 404)
      for (const path of ["/customers", "/orders"]) assert.isNotEmpty(yield* csv(path), path)
    }))
})
