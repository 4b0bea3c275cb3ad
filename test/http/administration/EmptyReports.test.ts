import { assert, layer, test } from "@effect/vitest"
import { drawCloseOut } from "@wristbank/core/fiscal/CloseOutPdf"
import { drawDocument } from "@wristbank/core/fiscal/ReceiptPdf"
import { Access } from "@wristbank/core/organisation/Access"
import { cardSheets } from "@wristbank/core/report/CardSheet"
import { FlatExports } from "@wristbank/core/report/FlatExports"
import { flatTableNames } from "@wristbank/core/report/FlatTable"
import { registrationSheets } from "@wristbank/core/report/RegistrationSheet"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { eventSettings } from "../../support/eventSettings.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { payoutOffice } from "../../support/FestivalPayouts.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"
import { openPdf } from "../../support/Pdf.ts"
import { requestReport } from "../../support/ReportAnswers.ts"
import { everyOfficeCall } from "../calls/OfficeCalls.ts"

const day = 86_400_000
/** Midnight in UTC, at which the business days of these events end. */
const today = Math.floor(Date.now() / day) * day
const dateOf = (days: number) => new Date(today + days * day).toISOString().slice(0, 10)
const dates = {
  time_zone: "UTC",
  start_date: new Date(today - 2 * day).toISOString(),
  end_date: new Date(today + 3 * day).toISOString(),
  daily_end_time: "00:00:00"
}

/** Where a business day can be: only in `today` there can be bookings. */
const days = {
  "before the event": dateOf(-30),
  "without bookings": dateOf(-1),
  "of the bookings": dateOf(0),
  "after the bookings": dateOf(1),
  "after the event": dateOf(30)
}

/** An event, and a stall in it without a sale. */
class Prepared extends Context.Service<Prepared, { readonly event: number; readonly stall: number }>()(
  "test/PreparedEvent"
) {}

const withStall = Effect.fnUntraced(function*(event: number) {
  const { admin } = yield* Festival
  const stall = yield* created(
    admin("POST", `/tree/nodes/${event}/create-node`, { name: randomUUID(), description: "" })
  )
  return { event, stall }
})

/** Fills an event with something. */
type Prepare = Effect.Effect<
  Prepared["Service"],
  SqlError.SqlError,
  Festival | FestivalTickets | SqlClient.SqlClient
>

/** What is in an event: each has something that is missing. */
const events: { readonly [contents: string]: Prepare } = {
  "without anything": Effect.gen(function*() {
    const { admin } = yield* Festival
    const body = { name: randomUUID(), description: "", ...eventSettings, ...dates }
    return yield* withStall(yield* created(admin("POST", "/tree/nodes/0/create-event", body)))
  }),
  "with top-ups only": Effect.gen(function*() {
    const { configure, event, guest } = yield* Festival
    yield* configure(dates)
    yield* guest({ balance: 20 })
    return yield* withStall(event)
  }),
  "with sales": Effect.gen(function*() {
    const { bar, configure, event, guest, press } = yield* Festival
    yield* configure(dates)
    done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest({ balance: 20 }))))
    return yield* withStall(event)
  }),
  "with cancels only, of sales of the day before": Effect.gen(function*() {
    const { bar, configure, event, guest, press } = yield* Festival
    const sql = yield* SqlClient.SqlClient
    yield* configure(dates)
    const sold = done(yield* bar.post("/order/book-sale", sale([press("beer")], yield* guest({ balance: 20 }))))
    done(yield* bar.post(`/order/${String(sold.body.id)}/cancel`))
    yield* sql.withTransaction(Effect.andThen(
      sql`set local session_replication_role = replica`,
      sql`update ordr set booked_at = booked_at - interval '1 day' where event_id = ${event} and order_type <> 'cancel_sale'`
    ))
    return yield* withStall(event)
  }),
  "with tickets only": Effect.gen(function*() {
    const { configure, event, tills } = yield* Festival
    const { entrance } = yield* FestivalTickets
    yield* configure(dates)
    done(yield* entrance.post("/order/book-ticket-sale", ticketSale([scanOf(yield* tills.tag())])))
    return yield* withStall(event)
  }),
  "with donations only": Effect.gen(function*() {
    const { configure, event } = yield* Festival
    const { create, payee, run } = yield* payoutOffice
    yield* configure({ ...dates, sepa_enabled: true, sepa_description: "Festival" })
    yield* payee(20, { donate_all: true })
    done(yield* run(done(yield* create()).body.id).done)
    return yield* withStall(event)
  })
}

/** Every report at a node, by its path, with the path of its screen. Only the daily one is about a day. */
const reportsOf = (node: number, isEvent: boolean) => {
  const daily = Object.entries(days).map(([when, report_date]) => ({
    when,
    kind: "daily",
    request: { body: { relevant_node_ids: [node], report_date } },
    query: `&report_date=${report_date}`
  }))
  const others = ["revenue", "settlement", ...(isEvent ? ["payout"] : [])].map((kind) => (
    { when: "", kind, request: {}, query: "" }
  ))
  return [...daily, ...others].map((report) => ({
    ...report,
    path: `/tree/nodes/${node}/generate-${report.kind}-report`,
    screen: `/reports/${report.kind}?node_id=${node}${report.query}`
  }))
}

/** What the lists and sums of the office need besides the event. */
const queries: { readonly [path: string]: string } = {
  "/find": "&q=a",
  "/stats/takings": "&by=node",
  "/reports/daily": `&report_date=${dateOf(0)}`
}

/** What is read from a service that an event may lack is refused for that. */
const services = new Set(["device.management_off", "card.merchant_missing"])

const everyList = Array.from(everyOfficeCall.values()).filter(({ method, path, parameters }) =>
  method === "GET" && !path.replace("{node_id}", "").includes("{") && path !== "/tree/" &&
  (path.includes("{node_id}") || parameters.some(({ name }) => name === "node_id"))
)

const drawn = new Set<string>()

/** Drawing takes most of the time, and a sheet that differs in its numbers and in the event's name alone is drawn the same. */
const isDrawnFirst = (kind: string, sheet: Body): boolean => {
  const shape = `${kind} ${
    JSON.stringify(sheet).replaceAll(/[\da-f]{8}(?:-[\da-f]{4,}){4}/g, "name").replaceAll(/\d+/g, "0")
  }`
  if (drawn.has(shape)) return false
  drawn.add(shape)
  return true
}

for (const [contents, prepare] of Object.entries(events)) {
  const there = Layer.provideMerge(Layer.effect(Prepared, prepare), FestivalTickets.layer)
  layer(there, { excludeTestServices: true })(`an event ${contents}`, (it) => {
    it.effect("has every report, of every day", () =>
      Effect.gen(function*() {
        const { admin } = yield* Festival
        const { event, stall } = yield* Prepared
        for (const { kind, path, request, screen, when } of [...reportsOf(event, true), ...reportsOf(stall, false)]) {
          const said = `${path} ${when}`
          const sheet = done(yield* admin("GET", `${screen}&lang=en`)).body
          const csv = yield* requestReport(`${path}?format=csv`, request)
          assert.strictEqual(csv.status, 200, said)
          if (!isDrawnFirst(kind, sheet)) continue
          const { bytes, status } = yield* requestReport(path, request)
          assert.strictEqual(status, 200, said)
          const { files, pages } = yield* Effect.promise(() => openPdf(bytes))
          assert.isNotEmpty(pages[0], said)
          assert.strictEqual(files[`${kind}_report.csv`], csv.text, said)
          assert.include(pages.join("\n"), String(sheet.title), said)
        }
      }))

    it.effect("has every list and every sum", () =>
      Effect.gen(function*() {
        const { address, token } = yield* Festival
        const { event } = yield* Prepared
        const refused: Array<unknown> = []
        for (const { path } of everyList) {
          const query = path.includes("{node_id}") ? "" : `?node_id=${event}${queries[path] ?? ""}`
          for (const accept of ["application/json", "text/csv"]) {
            const asked = `${address}/administration${path.replace("{node_id}", String(event))}${query}`
            const headers = { authorization: `Bearer ${token}`, accept }
            const response = yield* Effect.promise(() => fetch(asked, { headers }))
            const text = yield* Effect.promise(() => response.text())
            const rule = response.status === 200 ? undefined : JSON.parse(text).rule
            if (response.status !== 200 && !services.has(rule)) refused.push([path, accept, response.status, rule])
          }
        }
        assert.deepStrictEqual(refused, [])
      }))

    it.effect("has its records as CSV", () =>
      Effect.gen(function*() {
        const { event } = yield* Prepared
        const access = yield* Access
        const sql = yield* SqlClient.SqlClient
        const [user] = yield* sql<{ id: bigint }>`select id from usr where login = 'admin'`
        const caller = yield* access.atEvent({ userId: user!.id }, BigInt(event), {
          privileges: ["node_administration"]
        })
        for (const table of flatTableNames) {
          let text = ""
          const records = yield* FlatExports.use((exports) =>
            exports.write(caller, { table, from: null, to: null }, (part) => Effect.sync(() => void (text += part)))
          )
          assert.lengthOf(text.trimEnd().split("\r\n"), records + 1, table)
        }
      }))
  })
}

const at = new Date(0)
const closeOut = {
  locale: "en-GB",
  heading: "Close-out",
  issuer: [],
  facts: [],
  head: ["Coin", "Pieces", "Sum"],
  rows: [],
  total: ["Counted", "€0.00"],
  sums: [],
  remark: "",
  comment: "",
  signatures: []
} as const

/** Documents that are made without a call. */
const documents = {
  "cards for no wristband": () => drawDocument(cardSheets({ event: "Festival", portal: "" }, [], at)),
  "sheets for no device": () => drawDocument(registrationSheets({ event: "Festival", address: "" }, [], at)),
  "a close-out without a count": () => drawCloseOut({ closeOut, bookedAt: at }).then(({ pdf }) => pdf)
}

test.each(Object.entries(documents))("%s can be drawn", async (_, draw) => {
  const { pages } = await openPdf(await draw())
  assert.lengthOf(pages, 1)
})
