import { afterAll, beforeAll, describe, test, vi } from "vitest"
import { besideTasks, tasks } from "../../../web/administration/Tasks.ts"
import { comparedDay } from "../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { type Office, officeOf } from "../../support/DemoTill.ts"
import { begunCheckout, deskOf } from "./Desk.ts"
import { expectScreens, looks, officeAt, type ScreenIds } from "./Office.ts"

/** A guest with an order, a receipt, a correction and a checkout, and a day whose card payments were compared. */
const guestIds = async (site: DemoSite): Promise<ScreenIds> => {
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
  return {
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
}

/** A cashier, a register and a shift: that of Finn, whose register has 800.00, is closed out as ten short. */
const cashIds = async (office: Office): Promise<ScreenIds> => {
  await office("POST", "/cashiers/7/close-out?node_id=1", {
    comment: "a note stuck to another",
    actual_cash_drawer_balance: 790,
    closing_out_user_id: 1
  })
  const { ids: [shift] } = await office<{ readonly ids: ReadonlyArray<number> }>("GET", "/cashiers/7/shifts?node_id=1")
  return {
    "cashiers/:id": 2,
    "cashiers/:id/close-out": 2,
    "cashiers/:id/shifts/:shift": `7/${shift}`,
    "registers/:id": 1,
    "registers/:id/edit": 1,
    "stockings/:id": 1
  }
}

/** A payout run with a bank file. */
const payoutIds = async (office: Office): Promise<ScreenIds> => {
  const { id } = await office<{ readonly id: number }>("POST", "/payouts/?node_id=1", {
    max_payout_sum: 10_000,
    max_num_payouts: 1
  })
  await office("POST", `/payouts/${id}/csv?node_id=1`)
  return { "runs/:id": id }
}

/** A price list with one product, and a category. */
const sellIds = async (office: Office): Promise<ScreenIds> => {
  const drinks = await office<{ readonly id: number }>("POST", "/product-categories?node_id=1", {
    name: "Drinks",
    colour: "blue"
  })
  const { id } = await office<{ readonly id: number }>("POST", "/price-lists?node_id=1", {
    name: "Late hour",
    rank: 10,
    windows: [{ days: [5, 6], from: "22:00", to: "02:00" }],
    entries: [{ product_id: 9, kind: "percent", value: 20 }]
  })
  return { ...catalogueIds, "categories/:id": drinks.id, "price-lists/:id": id }
}

const catalogueIds: ScreenIds = {
  "products/:id": 9,
  "products/:id/edit": 9,
  "tickets/:id": 18,
  "tickets/:id/edit": 18,
  "buttons/:id": 1,
  "buttons/:id/edit": 1,
  "tax-rates/:id": 2,
  "layouts/:id": 2,
  "layouts/:id/edit": 2,
  "profiles/:id": 2,
  "profiles/:id/edit": 2,
  "tills/:id": 2,
  "tills/:id/edit": 2,
  "terminals/:id": 1,
  "terminals/:id/edit": 1
}

let site: DemoSite
let ids: Readonly<Record<string, ScreenIds>>
beforeAll(async () => {
  site = await demoSite()
  const office = await officeOf(site)
  ids = {
    cash: await cashIds(office),
    fiscal: { "devices/:id": 1, "devices/:id/edit": 1 },
    guests: await guestIds(site),
    help: { ":topic": "sell" },
    payouts: await payoutIds(office),
    people: { "users/:id": 3, "users/:id/edit": 3, "roles/:id/edit": 3, "audit/:id": 40 },
    sell: await sellIds(office)
  }
})
afterAll(() => site[Symbol.asyncDispose]())

describe.each(looks)("on a %s in %s colours, %s,", (...look) => {
  const [size, colours, locale] = look
  let office: Awaited<ReturnType<typeof officeAt>>
  beforeAll(async () => {
    office = await officeAt(site, { size, colours, locale })
  })
  afterAll(() => office[Symbol.asyncDispose]())

  test.each([...tasks, ...besideTasks].map(({ name }) => name))(
    "every screen of the task %s fits all sizes and is accessible",
    (task) => expectScreens(office, task, look, ids[task] ?? {})
  )
})
