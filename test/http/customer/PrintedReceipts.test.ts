import { assert, it as alone, layer } from "@effect/vitest"
import { limits } from "@wristbank/core/base/limits/Limits"
import { Effect, Schedule } from "effect"
import { execFile } from "node:child_process"
import { randomUUID } from "node:crypto"
import { promisify } from "node:util"
import { extractText, getDocumentProxy } from "unpdf"
import { noAttempts, useUp } from "../../support/attempts.ts"
import { Festival, sale } from "../../support/Festival.ts"
import { bankData, FestivalPortal } from "../../support/FestivalPortal.ts"
import { done } from "../../support/FestivalServer.ts"
import { signingBy } from "../../support/FestivalSignatures.ts"

/** Requests a page of the portal as a browser does, without a token, and again while the server is busy. */
const browse = Effect.fnUntraced(function*(path: string, acceptLanguage = "de-DE,de;q=0.9") {
  const { address } = yield* FestivalPortal
  return yield* Effect.promise(async () => {
    const response = await fetch(address + path, { headers: { "accept-language": acceptLanguage } })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) }
  }).pipe(Effect.repeat({ until: ({ status }) => status !== 503, schedule: Schedule.spaced("1 second") }))
})

const bought = Effect.gen(function*() {
  const { bar, guest, press } = yield* Festival
  const anna = yield* guest()
  const { uuid } = done(yield* bar.post("/order/book-sale", sale([press("beer")], anna))).body
  return { anna, uuid: String(uuid) }
})

const textOf = (pdf: Uint8Array) =>
  Effect.promise(async () => (await extractText(await getDocumentProxy(Uint8Array.from(pdf)))).text.join("\n"))

/**
 * Whether a process of its own has loaded the PDF library: after the start of all servers, and after a receipt was
 * rendered.
 */
const loaded = `
  import { createRequire } from "node:module"
  import "@wristbank/http/server/main"
  import { ReceiptPrinter } from "@wristbank/core/fiscal/ReceiptPrinter"
  import { sheetOf } from "@wristbank/core/fiscal/ReceiptSheet"
  import { testReceipt } from "@wristbank/core/fiscal/TestReceipt"
  import { DateTime, Effect } from "effect"
  const bookedAt = DateTime.makeUnsafe(0)
  const config = { title: "", issuer: "", address: "", ust_id: "" }
  const bon = testReceipt({ eventId: 1n, uuid: "", bookedAt, config, currency: "EUR" })
  const drawn = ReceiptPrinter.use(({ pdf }) =>
    pdf({ sheet: sheetOf(bon, "UTC", "en"), bookedAt: new Date(0), logo: null }))
  const pdf = await Effect.runPromise(Effect.provide(drawn, ReceiptPrinter.layer))
  const files = Object.keys(createRequire(import.meta.url).cache)
  console.log(Buffer.from(pdf).toString("latin1", 0, 5), files.some((file) => file.includes("/pdfmake/")))
`

alone("a server that draws a PDF never loads what draws it", async () => {
  const flags = ["--input-type=module-typescript", "--no-warnings", "-e", loaded]
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname })
  assert.strictEqual(stdout.trim(), "%PDF- false")
})

layer(FestivalPortal.layer, { excludeTestServices: true })("a printed receipt", (it) => {
  it.effect("is a page that loads nothing and is kept by no one in between", () =>
    Effect.gen(function*() {
      const { configure } = yield* FestivalPortal
      yield* configure({ bon_issuer: "Club <script>alert(1)</script>" })
      const { anna, uuid } = yield* bought
      const page = yield* browse(`/bon/${uuid}/html`)
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none';/)
      assert.notInclude(page.headers.get("content-security-policy"), "script")
      assert.deepStrictEqual(
        ["cache-control", "content-language", "vary", "x-content-type-options", "referrer-policy", "x-robots-tag"].map((
          name
        ) => page.headers.get(name)),
        ["private, no-cache", "de", "Accept-Language", "nosniff", "no-referrer", "noindex"]
      )
      assert.include(page.text, "Club &lt;script&gt;alert(1)&lt;/script&gt;")
      assert.notInclude(page.text, "<script")
      for (const secret of [anna.pin, String(anna.uid), String(anna.accountId)]) {
        assert.notInclude(page.text, `>${secret}<`)
      }
    }))

  it.effect("says nothing of the guest, on the page or on paper", () =>
    Effect.gen(function*() {
      const { bar, guest, press } = yield* Festival
      const { signIn } = yield* FestivalPortal
      const anna = yield* guest()
      const [name, email] = ["Annabella Nobody", "annabella@example.org"]
      const entered = yield* (yield* signIn(anna))("POST", "/customer_info", { ...bankData, account_name: name, email })
      assert.strictEqual(entered.status, 204)
      const { uuid } = done(yield* bar.post("/order/book-sale", sale([press("beer")], anna))).body
      const page = yield* browse(`/bon/${String(uuid)}/html`)
      const paper = yield* textOf((yield* browse(`/bon/${String(uuid)}/pdf`)).bytes)
      assert.include(page.text, "Beer")
      assert.include(paper, "Beer")
      const chip = anna.uid.toString(16).toUpperCase()
      const secrets = [anna.pin, String(anna.uid), chip, name, email, "DE89370400440532013000", "95.00", "95,00"]
      for (const secret of secrets) {
        for (const shown of [page.text, paper]) assert.notInclude(shown, secret)
      }
    }))

  it.effect("is in the language that is asked for, or that the browser prefers", () =>
    Effect.gen(function*() {
      const { uuid } = yield* bought
      const heading = Effect.fnUntraced(function*(query: string, acceptLanguage: string) {
        const { headers, text } = yield* browse(`/bon/${uuid}/html${query}`, acceptLanguage)
        return [headers.get("content-language"), /<h1>(.*)<\/h1>/.exec(text)?.[1]]
      })
      assert.deepStrictEqual(yield* heading("", "en-GB,en;q=0.8"), ["en", "Invoice"])
      assert.deepStrictEqual(yield* heading("", "fr"), ["de", "Rechnung"])
      assert.deepStrictEqual(yield* heading("?lang=de", "en"), ["de", "Rechnung"])
      assert.strictEqual((yield* browse(`/bon/${uuid}/html?lang=fr`)).status, 422)
    }))

  it.effect("has the logo of its event", () =>
    Effect.gen(function*() {
      const { admin, event } = yield* Festival
      const svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><path d=\"M0 0h1v1z\"/></svg>"
      const body = { data: Buffer.from(svg).toString("base64"), mime_type: "image/svg+xml" }
      done(yield* admin("POST", `/tree/events/${event}/event-design/bon-logo`, body))
      const { uuid } = yield* bought
      const { text } = yield* browse(`/bon/${uuid}/html`)
      const image = /src="data:image\/svg\+xml;base64,([^"]+)"/.exec(text)?.[1] ?? ""
      assert.include(Buffer.from(image, "base64").toString(), "M0 0h1v1z")
      assert.strictEqual((yield* browse(`/bon/${uuid}/pdf`)).status, 200)
    }))

  it.effect("is a PDF as well, the same each time, a limited number for an address", () =>
    Effect.gen(function*() {
      const { uuid } = yield* bought
      const [first, again] = [yield* browse(`/bon/${uuid}/pdf?lang=en`), yield* browse(`/bon/${uuid}/pdf?lang=en`)]
      assert.strictEqual(first.headers.get("content-type"), "application/pdf")
      assert.strictEqual(first.headers.get("content-disposition"), "inline; filename=\"receipt.pdf\"")
      assert.include(yield* textOf(first.bytes), "Invoice")
      assert.deepStrictEqual(again.bytes, first.bytes)
      yield* useUp({ key: "receipts as pdf 127.0.0.1", limit: limits.receipts })
      const kept = yield* browse(`/bon/${uuid}/pdf?lang=en`)
      assert.strictEqual(kept.status, 200, "what was drawn lately counts against no limit")
      const refused = yield* browse(`/bon/${uuid}/pdf?lang=de`)
      yield* noAttempts
      assert.deepStrictEqual([refused.status, (yield* browse(`/bon/${uuid}/html`)).status], [429, 200])
    }))

  it.effect("is there when the receipt is, and says when the device was out", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const device = yield* signingBy(event)
      const [signed, failed] = [yield* bought, yield* bought]
      const statuses = Effect.forEach(
        [signed, failed].flatMap(({ uuid }) => [`/bon/${uuid}/html`, `/bon/${uuid}/pdf`]),
        (path) => Effect.map(browse(path), ({ status }) => status)
      )
      assert.deepStrictEqual(yield* statuses, [200, 404, 200, 404])
      const awaited = yield* browse(`/bon/${signed.uuid}/html`)
      assert.include(awaited.text, "<h1>Der Beleg wird signiert</h1>")
      assert.match(awaited.text, /<meta http-equiv="refresh" content="\d+">/)
      assert.notInclude(awaited.text, "Beer")
      yield* device.sign(signed.uuid)
      yield* device.fail(failed.uuid, "TSE did not react, signature timeout")
      assert.deepStrictEqual(yield* statuses, [200, 200, 200, 200])
      const [good, bad] = [yield* browse(`/bon/${signed.uuid}/html`), yield* browse(`/bon/${failed.uuid}/html`)]
      assert.include(good.text, device.serial)
      assert.notInclude(good.text, "http-equiv")
      assert.include(good.text, "<svg")
      assert.notInclude(good.text, "TSE ausgefallen")
      assert.include(bad.text, "TSE ausgefallen")
      assert.notInclude(bad.text, "<svg")
      assert.include(yield* textOf((yield* browse(`/bon/${signed.uuid}/pdf`)).bytes), device.serial)
      assert.include(yield* textOf((yield* browse(`/bon/${failed.uuid}/pdf`)).bytes), "TSE ausgefallen")
    }))

  it.effect("is of nothing else", () =>
    Effect.gen(function*() {
      for (const order of [randomUUID(), "not-a-uuid", "%00"]) {
        for (const form of ["html", "pdf"]) {
          const { headers, status, text } = yield* browse(`/bon/${order}/${form}`)
          assert.strictEqual(status, 404)
          assert.match(headers.get("content-type") ?? "", /^application\/json/)
          assert.deepInclude(JSON.parse(text), { id: "NotFound", element_type: "bon", element_id: null })
        }
      }
    }))
})
