import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { businessDaySince } from "../../support/businessDay.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { bankData, FestivalPortal } from "../../support/FestivalPortal.ts"
import { type Body, done } from "../../support/FestivalServer.ts"
import { openPdf } from "../../support/Pdf.ts"
import { requestReport } from "../../support/ReportAnswers.ts"

/** The settings that reports need, with a business day that began twelve hours ago; returns that day. */
const dated = Effect.gen(function*() {
  const { configure } = yield* FestivalPortal
  const { day, settings } = businessDaySince(12)
  yield* configure(settings)
  return day
})

const textOf = (pages: ReadonlyArray<string>) => pages.join("\n").replaceAll("\u00a0", " ")

layer(FestivalPortal.layer, { excludeTestServices: true })("reports as files", (it) => {
  it.effect("show what reports look like before anything is booked", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      for (
        const [path, name, title, amount] of [
          ["generate-test-report", "test_revenue_report.pdf", "Revenue report", "€13,212.23"],
          ["generate-test-revenuereport", "test_revenue_report.pdf", "Revenue report", "€13,212.23"],
          ["generate-test-daily-report", "test_daily_report.pdf", "Daily report", "€10,475.74"]
        ] as const
      ) {
        const { bytes, headers, status } = yield* requestReport(`/tree/events/${event}/${path}`)
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(
          ["content-type", "content-disposition", "content-language", "cache-control", "x-content-type-options"].map((
            one
          ) => headers.get(one)),
          ["application/pdf", `inline; filename="${name}"`, "en", "private, no-store", "nosniff"]
        )
        const { pages } = yield* Effect.promise(() => openPdf(bytes))
        assert.include(pages[0], title)
        assert.include(pages[0], amount)
      }
    }))

  it.effect("come in the language that is asked for, and as CSV and JSON", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const path = `/tree/events/${event}/generate-test-daily-report`
      const german = yield* requestReport(path, { acceptLanguage: "de-DE,de;q=0.9" })
      assert.include((yield* Effect.promise(() => openPdf(german.bytes))).pages[0], "Tagesbericht")
      const asked = yield* requestReport(`${path}?lang=de`)
      assert.strictEqual(asked.headers.get("content-language"), "de")
      const csv = yield* requestReport(`${path}?format=csv`)
      assert.strictEqual(csv.headers.get("content-type"), "text/csv; charset=utf-8")
      assert.strictEqual(csv.headers.get("content-disposition"), `inline; filename="test_daily_report.csv"`)
      assert.include(csv.text, "registers\r\nname,close_outs,expected,counted,difference\r\nKasse 1,1,4691.91,")
      const json = yield* requestReport(`${path}?format=json`)
      assert.strictEqual(json.headers.get("content-type"), "application/json")
      assert.strictEqual(JSON.parse(json.text).total.sales, 10_475.74)
      const unknown = yield* requestReport(`${path}?format=docx`)
      assert.strictEqual(unknown.status, 422)
    }))

  it.effect("have the figures of the statistics, and nothing of guests, on their pages and in their files", () =>
    Effect.gen(function*() {
      const { at, bar, event, guest, press } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const day = yield* dated
      const anna = yield* guest({ balance: 60 })
      done(yield* bar.post("/order/book-sale", sale([press("beer")], anna)))
      done(yield* bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })))
      const portal = yield* signIn(anna)
      assert.strictEqual((yield* portal("POST", "/customer_info", bankData)).status, 204)
      const takings = done(yield* at(event)("GET", "/stats/takings?by=method")).body
      const sums = takings.total as { readonly sales: number; readonly top_ups: number }
      const body = { relevant_node_ids: [event], report_date: day }
      const path = `/tree/nodes/${event}`
      const daily = yield* requestReport(`${path}/generate-daily-report`, { body })
      assert.strictEqual(daily.headers.get("content-disposition"), `inline; filename="daily_report.pdf"`)
      const opened = yield* Effect.promise(() => openPdf(daily.bytes))
      const total = JSON.parse(opened.files["daily_report.json"]!).total
      assert.deepInclude(total, { sales: sums.sales, top_ups: sums.top_ups })
      assert.isAbove(sums.sales, 0)
      const euro = new Intl.NumberFormat("en-GB", { style: "currency", currency: "EUR" })
      assert.include(textOf(opened.pages), euro.format(sums.sales))

      const revenue = yield* requestReport(`${path}/generate-revenue-report?format=json`)
      const { total: revenues } = JSON.parse(revenue.text)
      assert.strictEqual(revenues.revenue, sums.sales)
      const settlement = yield* requestReport(`${path}/generate-settlement-report?format=json`)
      assert.deepStrictEqual(JSON.parse(settlement.text).total, revenues)
      const overview = done(yield* at(event)("GET", "/money-overview")).body
      const payout = yield* requestReport(`${path}/generate-payout-report`)
      const paid = yield* Effect.promise(() => openPdf(payout.bytes))
      const unclaimed = JSON.parse(paid.files["payout_report.json"]!).unclaimed.amount
      assert.strictEqual(unclaimed, overview.total_customer_account_balance)

      const secrets = [bankData.iban, bankData.iban.replaceAll(" ", ""), bankData.email, anna.pin, String(anna.uid)]
      const file = (name: string) => requestReport(`${path}/generate-${name}-report`)
      const others = yield* Effect.forEach(
        ["revenue", "settlement"],
        (name) => Effect.flatMap(file(name), ({ bytes }) => Effect.promise(() => openPdf(bytes)))
      )
      for (const { files, pages } of [opened, paid, ...others]) {
        assert.lengthOf(Object.keys(files), 2)
        for (const secret of secrets) {
          for (const text of [...pages, ...Object.values(files)]) assert.notInclude(text, secret)
        }
      }
    }))

  it.effect("show on screens what they have on paper", () =>
    Effect.gen(function*() {
      const { at, event } = yield* Festival
      const report_date = yield* dated
      for (
        const [path, title] of [
          [`/reports/daily?report_date=${report_date}`, "Tagesbericht"],
          [`/reports/daily?report_date=${report_date}&relevant_node_ids=${event},${event}`, "Tagesbericht"],
          ["/reports/revenue", "Umsatzbericht"],
          ["/reports/payout", "Auszahlungsbericht"],
          ["/reports/settlement", "Abrechnung"]
        ] as const
      ) {
        const joined = `${path}${path.includes("?") ? "&" : "?"}lang=de`
        const sheet = done(yield* at(event)("GET", joined)).body
        assert.strictEqual(sheet.title, title)
        assert.isNotEmpty(sheet.figures)
      }
    }))

  it.effect("are those of a moment in the past", () =>
    Effect.gen(function*() {
      const { bar, event, press } = yield* Festival
      yield* dated
      const path = `/tree/nodes/${event}/generate-revenue-report?format=json`
      const revenueOf = (asOf: string) =>
        Effect.map(requestReport(`${path}${asOf}`), ({ text }) => JSON.parse(text).total.revenue as number)
      done(yield* bar.post("/order/book-sale", sale([press("beer")], null, { payment_method: "cash" })))
      const began = new Date(Date.now() - 12 * 3_600_000).toISOString()
      assert.strictEqual(yield* revenueOf(`&as_of=${began}`), 0)
      assert.isAbove(yield* revenueOf(""), 0)
      const past = yield* requestReport(`/tree/nodes/${event}/generate-revenue-report?as_of=${began}`)
      assert.include((yield* Effect.promise(() => openPdf(past.bytes))).pages[0], "Later bookings are left out.")
    }))

  it.effect("are refused with the rule that is broken, and the setting that is missing", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const { configure } = yield* FestivalPortal
      const report_date = yield* dated
      const part = done(yield* admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" })).body
      const stall = Number(part.id)
      const daily = (node: number, body: Body) =>
        Effect.map(requestReport(`/tree/nodes/${node}/generate-daily-report`, { body }), ({ status, text }) => [
          status,
          JSON.parse(text).rule
        ])
      const day = { relevant_node_ids: [event], report_date }
      assert.deepStrictEqual(yield* daily(stall, day), [400, "report.node_not_below"])
      assert.deepStrictEqual(yield* daily(event, { ...day, relevant_node_ids: [] }), [400, "report.node_missing"])
      assert.deepStrictEqual(yield* daily(event, { ...day, report_date: "2026-02-30" }), [400, "report.date_unknown"])
      const payout = yield* requestReport(`/tree/nodes/${stall}/generate-payout-report`)
      assert.deepStrictEqual([payout.status, JSON.parse(payout.text).rule], [400, "report.whole_event_only"])
      yield* configure({ daily_end_time: null, start_date: null, end_date: null })
      assert.deepStrictEqual(yield* daily(event, day), [400, "report.daily_end_missing"])
      const revenue = yield* requestReport(`/tree/nodes/${event}/generate-revenue-report`)
      assert.deepStrictEqual([revenue.status, JSON.parse(revenue.text).rule], [400, "report.event_undated"])
    }))

  it.effect("are about events, archived ones too", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const outside = yield* requestReport("/tree/events/0/generate-test-report?format=csv")
      assert.strictEqual(outside.status, 400)
      assert.strictEqual(JSON.parse(outside.text).id, "EventRequired")
      const part = done(yield* admin("POST", `/tree/nodes/${event}/create-node`, { name: "Old", description: "" })).body
      done(yield* admin("POST", `/tree/nodes/${Number(part.id)}/archive-node`))
      const archived = yield* requestReport(`/tree/events/${Number(part.id)}/generate-test-report?format=csv`)
      assert.strictEqual(archived.status, 200, archived.text)
    }))
})
