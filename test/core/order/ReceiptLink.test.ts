import { assert, it } from "@effect/vitest"
import { receiptLink } from "@wristbank/core/order/ReceiptLink"
import { Option } from "effect"

const shared = Option.some(new URL("https://guests.example/api/customer/"))

it("a receipt is at the event's portal, else where all guests are served, else at the server itself", () => {
  assert.strictEqual(receiptLink("u", "https://portal.example/", shared), "https://portal.example/bon/u")
  assert.strictEqual(receiptLink("u", "", shared), "https://guests.example/api/customer/bon/u")
  assert.strictEqual(receiptLink("u", "", Option.none()), "/bon/u")
})
