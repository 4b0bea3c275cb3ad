import { assert, it } from "@effect/vitest"
import { receiptLink, receiptPlace, type ReceiptPlaces } from "@wristbank/core/sale/ReceiptLink"
import { Option } from "effect"

const server: ReceiptPlaces = {
  administrationUrl: Option.none(),
  customerUrl: Option.none(),
  host: "127.0.0.1",
  port: 8000,
  terminalUrl: Option.none(),
  tlsKey: Option.none()
}
const url = (text: string) => Option.some(new URL(text))

it("a receipt is at the event's portal, else where all guests are served", () => {
  const customerUrl = url("https://guests.example/api/customer/")
  const place = receiptPlace({ ...server, customerUrl, terminalUrl: url("https://tills.example/api/terminal") })
  assert.strictEqual(receiptLink("u", "https://portal.example/", place), "https://portal.example/bon/u")
  assert.strictEqual(receiptLink("u", "", place), "https://guests.example/api/customer/bon/u")
})

it("without an address for guests it is where the common port is known to be", () => {
  const terminalUrl = url("https://wristbank.example/api/terminal/")
  const administrationUrl = url("https://office.example/below/api/administration")
  assert.strictEqual(receiptPlace({ ...server, administrationUrl, terminalUrl }), "https://wristbank.example")
  assert.strictEqual(receiptPlace({ ...server, administrationUrl }), "https://office.example/below")
})

it("the address of a port of its own says nothing about receipts, so they are at the server itself", () => {
  const terminalUrl = url("https://tills.example:9001")
  assert.strictEqual(receiptPlace({ ...server, terminalUrl }), "http://127.0.0.1:8000")
  const tlsKey = Option.some("key.pem")
  assert.strictEqual(receiptPlace({ ...server, host: "2001:db8::1", port: 443, tlsKey }), "https://[2001:db8::1]")
})

it.each(["0.0.0.0", "::"])("a server that listens at %s names an address that others can call", (host) => {
  const { hostname, protocol } = new URL(receiptLink("u", "", receiptPlace({ ...server, host })))
  assert.strictEqual(protocol, "http:")
  assert.notInclude(["0.0.0.0", "[::]", ""], hostname)
})
