import { assert, layer } from "@effect/vitest"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "../../support/Festival.ts"
import { clerk } from "../../support/FestivalClerk.ts"
import { type Body, caller, created, done } from "../../support/FestivalServer.ts"
import { imported, orderOf, products, ticketsIn, withCredit } from "../../support/FestivalShop.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

interface Ticket extends Body {
  readonly id: number
  readonly external_reference: string
}

const asking = Effect.gen(function*() {
  const { address, event, token } = yield* Festival
  return (query: string, accept = "application/json") =>
    Effect.promise(async () => {
      const url = `${address}/administration/tickets/external-tickets?node_id=${event}${query}`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept } })
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
})

const ticketsOf = (text: string): ReadonlyArray<Ticket> => JSON.parse(text)

/** The guest shows the code at the entrance and gets a wristband. */
const admitted = Effect.fnUntraced(function*(token: string) {
  const { tills } = yield* Festival
  const { entrance } = yield* FestivalTickets
  const scan = scanOf(yield* tills.tag(), { voucher_token: token })
  done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scan])))
})

layer(FestivalTickets.layer, { excludeTestServices: true })("the presale", (it) => {
  it.effect("counts tickets and credit; what no one has fetched yet is pending", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const figures = Effect.map(office("GET", "/tickets/stats/presale"), (answer) => done(answer).body)
      const first = [withCredit(20), withCredit(10)] as const
      yield* imported(orderOf("FIRST", first.flat()))
      const before = yield* figures
      assert.deepInclude(before, { total_credit_sold: 30, credit_activated: 0, credit_pending: 30 })
      const others = [withCredit(0), withCredit(5)] as const
      yield* imported(orderOf("OTHERS", others.flat()))
      const gone = orderOf("GONE", withCredit(15))
      yield* imported(gone)
      yield* imported(orderOf("GONE", gone.positions, { status: "cancelled" }))
      yield* admitted(first[0][0].secret)
      yield* admitted(others[1][0].secret)
      assert.deepStrictEqual(yield* figures, {
        total_tickets: 4,
        checked_in_tickets: 2,
        cancelled_tickets: 1,
        suspended_tickets: 0,
        total_credit_sold: 35,
        credit_activated: 25,
        credit_pending: 10
      })
      // A wristband that is taken from the account undoes no admission.
      const sql = yield* SqlClient.SqlClient
      const [ticket] = yield* ticketsIn("FIRST")
      yield* sql`update account set user_tag_id = null where id = ${ticket!.account}`
      assert.deepInclude(yield* figures, { checked_in_tickets: 2, credit_activated: 25 })
      // A guest who is inside keeps credit that the shop paid back, which is in neither sum.
      yield* imported(orderOf("FIRST", [first[0][0], withCredit(12, { id: first[0][0].id })[1], ...first[1]]))
      assert.deepInclude(yield* figures, { total_credit_sold: 27, credit_activated: 17, credit_pending: 10 })
      yield* imported(orderOf("OTHERS", others.flat(), { status: "cancelled" }))
      assert.deepInclude(yield* figures, { total_tickets: 2, checked_in_tickets: 1, cancelled_tickets: 3 })
    }))

  it.effect("lists each ticket with its guest, as applications of both versions read it", () =>
    Effect.gen(function*() {
      const ask = yield* asking
      const [ticket, credit] = withCredit(30, { name: "Grace", email: "grace@example.org" })
      yield* imported(orderOf("SHOWN", [ticket, credit]))
      const shown = ticketsOf((yield* ask("&search=grace")).text)
      assert.lengthOf(shown, 1)
      const [stored] = yield* ticketsIn("SHOWN")
      const expected: Body = {
        id: Number(stored!.id),
        external_reference: "SHOWN",
        created_at: "2026-05-01T12:00:00.000Z",
        token: ticket.secret,
        ticket_type: "pretix",
        external_link: "https://shop.example/SHOWN",
        customer_email: "grace@example.org",
        customer_name: "Grace",
        customer_account_id: Number(stored!.account),
        initial_top_up_amount: 30,
        credit_booked: 0,
        credit_paid_back: 0,
        pretix_item_id: Number([...products.tickets][0]),
        pretix_product_name: null,
        valid_from: null,
        valid_until: null,
        checkin_attention: false,
        checkin_text: null,
        state: "valid",
        cancelled: false,
        has_checked_in: false,
        checked_in_at: null
      }
      assert.deepStrictEqual({ ...shown[0] }, expected)
      yield* admitted(ticket.secret)
      const [inside] = ticketsOf((yield* ask("&search=SHOWN")).text)
      assert.isNotNull(inside!.checked_in_at)
      assert.deepStrictEqual({ ...inside, checked_in_at: null }, {
        ...expected,
        has_checked_in: true,
        credit_booked: 30
      })
    }))

  it.effect("filters the list, counts it and writes it as a file", () =>
    Effect.gen(function*() {
      const ask = yield* asking
      const [fetched, open, plain] = [withCredit(3), withCredit(4), withCredit(0, { name: "=2+2" })]
      yield* imported(orderOf("FILTER", [...fetched, ...open, ...plain]))
      yield* imported(orderOf("FILTER-2", withCredit(1)))
      yield* imported(orderOf("FILTER-2", [], { status: "cancelled" }))
      yield* admitted(fetched[0].secret)
      const codes = Effect.fnUntraced(function*(query: string) {
        const { headers, text } = yield* ask(`&search=filter&count=true${query}`)
        const found = ticketsOf(text)
        assert.strictEqual(headers.get("x-total-count"), String(found.length), query)
        return found.map(({ token }) => token)
      })
      assert.lengthOf(yield* codes(""), 4)
      assert.deepStrictEqual(yield* codes("&checked_in=true"), [fetched[0].secret])
      assert.deepStrictEqual(yield* codes("&checked_in=false&with_credit=true&state=valid"), [open[0].secret])
      assert.lengthOf(yield* codes("&state=cancelled"), 1)
      assert.sameMembers([...yield* codes("&with_credit=false")], [plain[0].secret])
      for (const query of ["&state=gone", "&checked_in=maybe", "&limit=0", "&limit=1001", "&sort=token"]) {
        assert.strictEqual((yield* ask(query)).status, 422, query)
      }
      const { headers, text } = yield* ask("&search=filter", "text/csv")
      assert.match(headers.get("content-type")!, /^text\/csv/)
      const rows = parse(text, { columns: true }) as ReadonlyArray<Readonly<Record<string, string>>>
      assert.sameMembers(rows.map((row) => row.initial_top_up_amount), ["3.00", "4.00", "0.00", "1.00"])
      assert.strictEqual(rows.find(({ token }) => token === plain[0].secret)?.customer_name, "'=2+2")
    }))

  it.effect("answers the list whole, however long it is, to those who name no limit", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const ask = yield* asking
      const sql = yield* SqlClient.SqlClient
      const n = 2100
      yield* sql`with opened as (
          insert into account (event_id, node_id, type) select ${event}, ${event}, 'private' from generate_series(1, ${n})
          returning id
        ), customers as (
          insert into customer (event_id, account_id) select ${event}, id from opened
        )
        insert into ticket_voucher (event_id, node_id, customer_account_id, token, external_reference)
        select ${event}, ${event}, id, 'many ' || id, 'MANY' from opened`
      for (const query of ["", "&sort=-external_reference", "&sort=customer_email"]) {
        const whole = yield* ask(`&search=many${query}`)
        assert.strictEqual(whole.headers.get("content-type"), "application/json")
        assert.isNull(whole.headers.get("link"))
        assert.lengthOf(new Set(ticketsOf(whole.text).map(({ id }) => id)), n, query)
      }
      const page = yield* ask("&search=many&limit=1000")
      assert.lengthOf(ticketsOf(page.text), 1000)
      assert.isNotNull(page.headers.get("link"))
      assert.strictEqual((yield* ask("&search=nothing")).text, "[]")
      yield* sql`delete from ticket_voucher where external_reference = 'MANY'`
    }))

  it.effect("shows tickets to those alone who manage the event, not one of its places", () =>
    Effect.gen(function*() {
      const { address, event, office, token } = yield* Festival
      yield* imported(orderOf("OWN", withCredit(1)))
      const stall = yield* created(office("POST", `/tree/nodes/${event}/create-node`, {
        name: "Stall",
        description: "",
        forbidden_objects_at_node: [],
        forbidden_objects_in_subtree: []
      }))
      const manager = yield* clerk(event, stall, ["node_administration"])
      assert.isEmpty(done(yield* manager("GET", "/tickets/external-tickets")).body)
      assert.deepInclude(done(yield* manager("GET", "/tickets/stats/presale")).body, { total_tickets: 0 })
      const above = caller(`${address}/administration`, token)
      assert.strictEqual((yield* above("GET", "/tickets/stats/presale?node_id=0")).status, 400)
    }))
})
