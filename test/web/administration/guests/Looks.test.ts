import { afterAll, beforeAll, describe, test, vi } from "vitest"
import { comparedDay } from "../../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { begunCheckout, deskOf } from "../Desk.ts"
import { expectScreens, looks } from "../Office.ts"

let site: DemoSite
let ids: Readonly<Record<string, number | string>>
beforeAll(async () => {
  site = await demoSite()
  const { guest, office, sale } = await deskOf(site)
  const accounts = await office<{ readonly ids: ReadonlyArray<number> }>("GET", "/system-accounts?node_id=1")
  const kinds = await office<{ readonly ids: ReadonlyArray<number> }>("GET", "/user-tag-variants?node_id=1")
  await office("POST", `/accounts/${guest.id}/update-balance?node_id=1`, { new_balance: 30, reason: "spilled" })
  const [corrected] = await office<ReadonlyArray<{ readonly transfer: { readonly transaction_id: number } }>>(
    "GET",
    `/customers/${guest.id}/history?node_id=1&kind=transfer`
  )
  // The receipt waits for its signature.
  await vi.waitFor(() => office("GET", `/orders/${sale}/bon`), { timeout: 120_000, interval: 200 })
  ids = {
    "people/:id": guest.id,
    "orders/:id": sale,
    "orders/:id/correct": sale,
    "orders/:id/receipt": sale,
    "wristbands/kinds/:id": kinds.ids[0]!,
    "wristbands/:id": guest.user_tag_id,
    "accounts/:id": accounts.ids[0]!,
    "transactions/:id": corrected!.transfer.transaction_id,
    "cards/days/:id": await comparedDay(site, 1),
    "cards/checkouts/:id": await begunCheckout(site, office, "GUEST002")
  }
})
afterAll(() => site[Symbol.asyncDispose]())

describe.concurrent("every screen of guests and their money", () => {
  test.each(looks)(
    "fits all sizes and is accessible on a %s in %s colours, %s",
    (...look) => expectScreens(site, "guests", look, ids)
  )
})
