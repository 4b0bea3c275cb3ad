import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { Access } from "@wristbank/core/organisation/Access"
import { DailyReports } from "@wristbank/core/report/DailyReports"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { created } from "../../support/FestivalServer.ts"
import { settle } from "../../support/FestivalStatistics.ts"
import { FestivalTickets } from "../../support/FestivalTickets.ts"

interface Line {
  readonly product: bigint | number
  readonly quantity?: number
  /** Of one piece, in cents. */
  readonly price: number
  readonly rate?: number
  /** In cents. */
  readonly tax?: number
  readonly vouchers?: number
  /** What they paid, in cents. */
  readonly voucherValue?: number
}

interface Booking {
  readonly till: number
  readonly at: string
  readonly type?: string
  readonly method?: string
  readonly cancels?: bigint
  readonly lines: ReadonlyArray<Line>
}

/** Stores an order as it was booked at another time, and returns its number. */
const bookedAt = Effect.fnUntraced(function*({ at, cancels, lines, method = "cash", till, type = "sale" }: Booking) {
  const { event, taxes } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const [order] = yield* sql<{ id: bigint }>`insert into ordr (event_id, uuid, request_hash, order_type, payment_method,
      booked_at, z_nr, till_id, cashier_id, item_count, cancels_order)
    values (${event}, ${randomUUID()}::uuid, '', ${type}, ${method}, ${at}::text::timestamptz, 1, ${till}, 1,
      ${lines.length}, ${cancels ?? null}::bigint) returning id`
  yield* Effect.forEach(
    lines,
    ({ price, product, quantity = 1, rate = 0, tax = 0, voucherValue = 0, vouchers = 0 }, item) =>
      sql`insert into line_item (event_id, order_id, item_id, quantity, product_id, product_revision_id, product_price,
        tax_rate_id, tax_name, tax_rate, total_price, total_tax, vouchers_redeemed, voucher_value)
      select ${event}, ${order!.id}, ${item}, ${quantity}, id, coalesce(revision_id, 0), ${price},
        ${rate === 0 ? taxes.none : taxes.vat}, ${rate === 0 ? "none" : "19 %"}, ${rate}, ${
        price * quantity
      }, ${tax}, ${vouchers}, ${voucherValue}
      from product where event_id = ${event} and id = ${product}`
  )
  return order!.id
})

/** The event with a stall and an idle one, business days from 06:00 in Berlin, and the products of the system by type. */
const place = Effect.gen(function*() {
  const { admin, event, products, tills } = yield* Festival
  const { tickets } = yield* FestivalTickets
  const access = yield* Access
  const sql = yield* SqlClient.SqlClient
  yield* settle({
    start_date: "2026-07-01T06:00:00+02:00",
    end_date: "2026-11-30T06:00:00+02:00",
    daily_end_time: "06:00"
  })
  const [user] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
  const nodeOf = (name: string) => created(admin("POST", `/tree/nodes/${event}/create-node`, { name, description: "" }))
  const stall = yield* nodeOf(`Stall ${randomUUID()}`)
  const idle = yield* nodeOf(`Idle ${randomUUID()}`)
  const till = yield* tills.open({ node: stall })
  const entrance = yield* tills.open()
  const systemProducts = yield* sql<{ id: bigint; type: string }>`select id, type from product
    where event_id = ${event} and type in ('topup', 'payout', 'discount')`
  const system = (type: string) => systemProducts.find((product) => product.type === type)!.id
  const at = (node: number) =>
    access.atEvent({ userId: user!.id }, BigInt(node), { privileges: ["node_administration"] })
  const report = (date: string, nodes: ReadonlyArray<number>, from = event, asOf: DateTime.Utc | null = null) =>
    Effect.flatMap(
      at(from),
      (caller) => DailyReports.use((reports) => reports.read(caller, { date, nodeIds: nodes.map(BigInt), asOf }))
    )
  return { entrance, event, idle, products, report, stall, system, tickets, till }
})

layer(FestivalTickets.layer)("a daily report", (it) => {
  it.effect("has each booking of its business day by category, place and payment method", () =>
    Effect.gen(function*() {
      const { entrance, event, idle, products, report, stall, system, tickets, till } = yield* place
      const [topUp, payOut] = [system("topup"), system("payout")]
      const book = (booking: Booking) => bookedAt(booking)
      yield* book({
        till: entrance.id,
        at: "2026-07-10T12:00:00+02:00",
        type: "ticket",
        lines: [{ product: tickets.adult, price: 1200 }, { product: topUp, price: 800 }]
      })
      yield* book({
        till: entrance.id,
        at: "2026-07-10T12:30:00+02:00",
        type: "top_up",
        method: "sumup",
        lines: [{ product: topUp, price: 5000 }]
      })
      yield* book({
        till: entrance.id,
        at: "2026-07-10T13:00:00+02:00",
        type: "pay_out",
        lines: [{ product: payOut, price: -2000 }]
      })
      yield* book({
        till: till.id,
        at: "2026-07-10T14:00:00+02:00",
        method: "tag",
        lines: [
          { product: products.beer, quantity: 2, price: 300, rate: 1900, tax: 96 },
          { product: products.deposit, quantity: 2, price: 200 }
        ]
      })
      const last = yield* book({
        till: till.id,
        at: "2026-07-11T05:30:00+02:00",
        lines: [{ product: products.food, quantity: 2, price: 400 }]
      })
      yield* book({ till: till.id, at: "2026-07-11T06:00:00+02:00", lines: [{ product: products.food, price: 400 }] })

      const daily = yield* report("2026-07-10", [event, stall, idle])
      assert.deepStrictEqual(
        daily.operations.map((
          row
        ) => [row.category, row.node_id, row.payment_method, row.orders, row.products, row.sum]),
        [
          ["ticket", BigInt(event), "cash", 1, 1, 1200n],
          ["top_up", BigInt(event), "cash", 1, 1, 800n],
          ["top_up", BigInt(event), "sumup", 1, 1, 5000n],
          ["pay_out", BigInt(event), "cash", 1, 1, -2000n],
          ["sale", BigInt(idle), null, 0, 0, 0n],
          ["sale", BigInt(stall), "cash", 1, 2, 800n],
          ["sale", BigInt(stall), "tag", 1, 4, 1000n]
        ]
      )
      assert.strictEqual(daily.last_order_id, last)
      assert.deepStrictEqual(
        daily.nodes.map(({ tax_total, taxes }) => [
          taxes.map((row) => [row.tax_rate, row.orders, row.products, row.gross, row.tax, row.net]),
          [tax_total.orders, tax_total.gross]
        ]),
        [
          [[[1900, 1, 2, 600n, 96n, 504n], [0, 3, 5, 2400n, 0n, 2400n]], [3, 3000n]],
          [[[1900, 1, 2, 600n, 96n, 504n], [0, 2, 4, 1200n, 0n, 1200n]], [2, 1800n]],
          [[], [0, 0n]]
        ]
      )
      assert.deepStrictEqual(
        daily.hours.filter(({ sales }) => sales > 0n).map(({ from_time, sales }) => [
          DateTime.formatIso(from_time),
          sales
        ]),
        [["2026-07-10T12:00:00.000Z", 1000n], ["2026-07-11T03:00:00.000Z", 800n]]
      )
      assert.lengthOf(daily.hours, 24)
      const next = yield* report("2026-07-11", [stall])
      assert.strictEqual(next.total.sales, 400n)
      const empty = yield* report("2026-07-12", [stall])
      assert.deepStrictEqual([empty.first_order_id, empty.last_order_id, empty.total.sales], [null, null, 0n])
      assert.deepStrictEqual(empty.operations.map(({ node_id, sum }) => [node_id, sum]), [[BigInt(stall), 0n]])
    }))

  it.effect("counts a cancel on its own day, by tax rate, and never changes the day of the sale", () =>
    Effect.gen(function*() {
      const { products, report, stall, till } = yield* place
      const beer = { product: products.beer, price: 1000, rate: 1900, tax: 160 }
      const sold = { till: till.id, method: "tag", lines: [beer] }
      const first = yield* bookedAt({ ...sold, at: "2026-07-20T12:00:00+02:00" })
      yield* bookedAt({ ...sold, at: "2026-07-20T12:01:00+02:00", lines: [{ ...beer, price: 2000, tax: 319 }] })
      const second = yield* bookedAt({ ...sold, at: "2026-07-20T12:02:00+02:00" })
      const cancel = (cancels: bigint, at: string) =>
        bookedAt({ ...sold, type: "cancel_sale", cancels, at, lines: [{ ...beer, quantity: -1, tax: -160 }] })
      yield* cancel(first, "2026-07-20T13:00:00+02:00")
      const figures = Effect.fnUntraced(function*(date: string) {
        const { nodes, operations } = yield* report(date, [stall])
        const [tax] = nodes[0]!.taxes
        return [operations[0]!.orders, operations[0]!.sum, tax!.cancels, tax!.cancelled, tax!.gross, tax!.tax]
      })
      const then = yield* figures("2026-07-20")
      assert.deepStrictEqual(then, [2, 3000n, 1, 1000n, 3000n, 479n])
      yield* cancel(second, "2026-07-21T13:00:00+02:00")
      assert.deepStrictEqual(yield* figures("2026-07-20"), then)
      assert.deepStrictEqual(yield* figures("2026-07-21"), [-1, -1000n, 1, 1000n, -1000n, -160n])
    }))

  it.effect("deducts vouchers from the products they paid for, and shows a discount that no voucher explains", () =>
    Effect.gen(function*() {
      const { products, report, stall, system, till } = yield* place
      const discount = system("discount")
      yield* bookedAt({
        till: till.id,
        method: "tag",
        at: "2026-08-01T12:00:00+02:00",
        lines: [
          { product: products.meal, quantity: 2, price: 500, rate: 1900, tax: 160, vouchers: 4, voucherValue: 667 },
          { product: products.beer, quantity: 2, price: 300, rate: 1900, tax: 96, vouchers: 2, voucherValue: 600 },
          { product: discount, price: -1300, rate: 1900, tax: -208 }
        ]
      })
      const { best_sellers, nodes, vouchers_spent } = yield* report("2026-08-01", [stall])
      assert.strictEqual(vouchers_spent, 6)
      assert.deepStrictEqual(
        nodes[0]!.products.map((row) => [
          row.product_id,
          row.quantity,
          row.gross,
          row.vouchers,
          row.quantity_for_vouchers,
          row.voucher_value
        ]),
        [
          // Two of two: 2 × 3.00. Four vouchers of three each: 5.00 × 4 ÷ 3.
          [BigInt(products.beer), 0, 0n, 2, 2, 600n],
          [BigInt(products.meal), 1, 333n, 4, 1, 667n],
          // 13.00 were deducted, but the vouchers are worth 12.67.
          [discount, 0, -33n, 0, 0, 0n]
        ]
      )
      assert.deepStrictEqual(best_sellers.map(({ revenue }) => revenue), [333n, 0n, -33n])
      assert.strictEqual(nodes[0]!.tax_total.gross, 300n)
      assert.strictEqual(nodes[0]!.tax_total.products, 4)
    }))

  it.effect("lasts 25 hours when the clocks go back, and is refused for other nodes and days", () =>
    Effect.gen(function*() {
      const { event, products, report, stall, till } = yield* place
      const sale = (at: string) => bookedAt({ till: till.id, at, lines: [{ product: products.food, price: 100 }] })
      yield* sale("2026-10-24T06:00:00+02:00")
      yield* sale("2026-10-25T05:59:00+01:00")
      yield* sale("2026-10-25T06:00:00+01:00")
      const { head, hours, total } = yield* report("2026-10-24", [stall])
      assert.strictEqual(total.sales, 200n)
      assert.lengthOf(hours, 25)
      assert.deepStrictEqual([head.from_time, head.to_time].map(DateTime.formatIso), [
        "2026-10-24T04:00:00.000Z",
        "2026-10-25T05:00:00.000Z"
      ])
      const refused = (...asked: Parameters<typeof report>) => Effect.map(Effect.flip(report(...asked)), refusalName)
      assert.strictEqual(yield* refused("2026-10-24", [event], stall), "report.node_not_below")
      assert.strictEqual(yield* refused("2026-10-24", [999_999]), "report.node_not_below")
      assert.strictEqual(yield* refused("2026-10-24", []), "report.node_missing")
      assert.strictEqual(yield* refused("2026-02-30", [event]), "report.date_unknown")
      yield* settle({})
      assert.strictEqual(yield* refused("2026-10-24", [event]), "report.daily_end_missing")
    }))
})
