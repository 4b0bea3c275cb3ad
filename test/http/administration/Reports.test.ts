import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { done } from "../../support/FestivalServer.ts"
import { openPdf } from "../../support/Pdf.ts"
import { requestReport } from "../../support/ReportAnswers.ts"

layer(Festival.layer, { excludeTestServices: true })("reports as files", (it) => {
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

  it.effect("are about events, archived ones too", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const outside = yield* requestReport("/tree/events/0/generate-test-report?format=csv")
      assert.strictEqual(outside.status, 400)
      assert.strictEqual(JSON.parse(outside.text).id, "EventRequired")
      const part = done(yield* admin("POST", `/tree/nodes/${event}/create-node`, { name: "Bar", description: "" })).body
      done(yield* admin("POST", `/tree/nodes/${Number(part.id)}/archive-node`))
      const archived = yield* requestReport(`/tree/events/${Number(part.id)}/generate-test-report?format=csv`)
      assert.strictEqual(archived.status, 200, archived.text)
    }))
})
