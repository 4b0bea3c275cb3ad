import { afterAll, beforeAll, expect, test } from "vitest"
import { faultsOf } from "../../support/DemoBooks.ts"
import { makeProfileOfEverything } from "../../support/DemoProfile.ts"
import { demoTills, type TillVisit } from "../../support/DemoTill.ts"
import { type Keyboard, keyboardOf } from "../../support/Keyboard.ts"
import { busy, overload, tooMany } from "../../support/Overload.ts"
import { bookedText } from "../../support/TillActs.ts"

const demo = demoTills(makeProfileOfEverything)

let visitor: TillVisit
beforeAll(async () => {
  // Anna's register has to be in a till to get change.
  await using _ = await demo.open({ person: "Anna" })
  visitor = await demo.open({ profile: "Everything", person: "Henry", size: "tablet" })
  await visitor.page.clock.install()
})
afterAll(() => visitor[Symbol.asyncDispose]())

/** Name of the job, the call that books, how it is done, and what the screen says at the end. */
type BookingJob = readonly [string, string, (keyboard: Keyboard) => Promise<void>, RegExp]

const bookings: ReadonlyArray<BookingJob> = [
  ["a top-up in cash", "order/book-topup", async ({ hold, open, page, press, type }) => {
    await open("Top up")
    await hold("GUEST004")
    await type("Amount to top up", "20")
    await page.getByText("Balance afterwards").waitFor()
    await press("Cash")
    await press("Book €20.00 in cash")
  }, /35\.50[\s\S]*55\.50/],
  ["a pay-out", "order/book-payout", async ({ hold, open, press, type }) => {
    await open("Pay out")
    await hold("GUEST004")
    await type("Amount to pay out", "5.50")
    await press("Pay out €5.50 in cash")
  }, /55\.50[\s\S]*50\.00/],
  ["a ticket", "order/book-ticket-sale", async ({ hold, open, press }) => {
    await open("Tickets")
    await hold("GUEST021")
    await press("Add, paid here")
    await press("Cash")
    await press("Book €45.00 in cash")
  }, /Adult/],
  ["vouchers", "user/grant-vouchers", async ({ hold, open, press, type }) => {
    await open("Vouchers")
    await hold("GUEST006")
    await type("Vouchers to grant", "3")
    await press("Grant 3 vouchers")
  }, /The guest has 5 vouchers now/],
  ["a free ticket", "user/grant-free-ticket", async ({ hold, open, press, type }) => {
    await open("Free ticket")
    await hold("GUEST022")
    await type("Vouchers to start with", "2")
    await press("Hand out free ticket")
  }, /The wristband can be used now/],
  ["a register with its float", "stock-up-cash-register", async ({ hold, open, press }) => {
    await open("Cash transport")
    await press(/^Stock up a register/)
    await hold("Dario")
    await press(/^Hand out Register/)
  }, /Stock up a register/],
  ["cash out of the vault", "change-transport-register-balance", async ({ hold, press, type }) => {
    await press("Cash transport")
    await press(/^Cash to or from the vault/)
    await hold("Henry")
    await type("Amount", "100")
    await press("Out of the vault: €100.00")
  }, /Out of the vault/],
  ["change for a cashier", "change-cash-register-balance", async ({ hold, press, type }) => {
    await press("Cash transport")
    await press(/^Cash to or from a cashier/)
    await hold("Anna")
    await type("Amount", "50")
    await press("Bring to the register: €50.00")
  }, /Bring to the register/],
  ["the hand-over of a register", "transfer-cash-register", async ({ hold, open, page, press }) => {
    // The menu leads to the start of a task from another task alone.
    await open("Vouchers")
    await open("Cash transport")
    await press(/^Hand a register over/)
    await hold("Ben")
    await page.getByText("Now the tag of the person who takes it").waitFor()
    await hold("Carla")
    await press("Hand over")
  }, /Hand a register over/]
]

test.each(bookings)("%s is booked by keyboard alone, and once, through an overload", async (_, path, act, outcome) => {
  const { page } = visitor
  await using faults = await overload(page, `**/api/terminal/${path}`, true)
  await act(keyboardOf(page))
  const unknown = page.getByRole("alertdialog", { name: "No answer yet" })
  await unknown.getByText("It is sent again by itself").waitFor()
  faults.proceed()
  await page.clock.fastForward(1_000)
  await unknown.getByText(tooMany).waitFor()
  faults.proceed()
  await page.clock.fastForward(2_000)
  expect(await bookedText(page)).toMatch(outcome)
  expect(faults.content).toHaveLength(3)
  expect(new Set(faults.content).size).toBe(1)
})

/** Name of the job, its call, how it is done, the button that is pressed again after a refusal, and what the screen says at the end. */
type CallJob = readonly [string, string, (keyboard: Keyboard) => Promise<unknown>, RegExp | string, RegExp | string]

const calls: ReadonlyArray<CallJob> = [
  [
    "a guest is looked up",
    "customer/*",
    async ({ hold, open }) => {
      await open("Guest")
      await hold("GUEST006")
    },
    "Try again",
    "5 vouchers"
  ],
  [
    "a guest's orders are looked up",
    "customer/*/orders?*",
    async ({ hold, open, press }) => {
      await open("Guest")
      await press("Another guest")
      await hold("GUEST004")
    },
    "Try again",
    "Pay-out"
  ],
  [
    "a wristband is switched",
    "customer/switch_tag",
    async ({ hold, open, press, type }) => {
      await open("Switch tag")
      await hold("GUEST023")
      await type("PIN of the old wristband", "GUEST009")
      await type("Why", "lost")
      await press("Give the new wristband")
    },
    "Give the new wristband",
    "The old one no longer works."
  ],
  [
    "the history is shown",
    "order?*",
    async ({ hold, open, page, press }) => {
      await open("Sale")
      await press(/^Water/)
      await hold("GUEST007")
      await bookedText(page)
      await open("History")
    },
    "Refresh",
    "Water"
  ],
  [
    "an order is shown",
    "order/*",
    async ({ open, press }) => {
      await open("History")
      await press(/Water/)
    },
    "Try again",
    "Cancel this sale"
  ],
  [
    "a sale is cancelled",
    "order/*/cancel",
    async ({ press }) => {
      await press("Cancel this sale")
      await press("Cancel, €4.50 back")
    },
    "Cancel, €4.50 back",
    "Cancelled"
  ],
  ["the statistics are shown", "mgmtrevenue-stats", ({ open }) => open("Statistics"), "Try again", "Total"],
  [
    "a role is given",
    "user/update-user-roles",
    async ({ check, hold, open, press }) => {
      await open("People")
      await hold("Carla")
      await check("entry")
      await press("Save roles")
    },
    "Save roles",
    /^Saved/
  ],
  [
    "a person sees their own cash",
    "user-info",
    async ({ hold, open }) => {
      await open("Register")
      await hold("Henry")
    },
    "Try again",
    "Cash you carry"
  ]
]

test.each(calls)(
  "%s by keyboard alone, although the server is overloaded at first",
  async (_, path, act, again, outcome) => {
    const { page } = visitor
    const keyboard = keyboardOf(page)
    await using faults = await overload(page, `**/api/terminal/${path}`, false)
    await act(keyboard)
    const said = page.getByRole("main").or(page.getByRole("dialog"))
    await said.getByText(busy).waitFor()
    faults.proceed()
    await keyboard.press(again)
    await said.getByText(tooMany).waitFor()
    faults.proceed()
    await keyboard.press(again)
    await said.getByText(outcome).first().waitFor()
    await said.getByText(tooMany).waitFor({ state: "detached" })
    expect(new Set(faults.content).size).toBe(1)
  }
)

test.each<[job: string, path: string, task: string, amount: string | undefined, button: string]>([
  ["a top-up", "order/check-topup", "Top up", "Amount to top up", "Cash"],
  // The whole balance is checked before anything is typed.
  ["a pay-out", "order/check-payout", "Pay out", undefined, "Pay out €25.00 in cash"]
])("the check of %s goes on by itself after an overload", async (_, path, task, amount, button) => {
  const { page } = visitor
  const { hold, open, type } = keyboardOf(page)
  await using faults = await overload(page, `**/api/terminal/${path}`, false)
  await open(task)
  await hold("GUEST010")
  // One digit: while a busy machine is slow to type a second, the till would ask about the first.
  if (amount !== undefined) await type(amount, "5")
  await page.getByText(busy).waitFor()
  faults.proceed()
  await page.clock.fastForward(3_000)
  await page.getByText(tooMany).waitFor()
  faults.proceed()
  await page.clock.fastForward(3_000)
  await expect.poll(() => page.getByRole("button", { name: button, exact: true }).isEnabled()).toBe(true)
  expect(faults.content.length).toBeGreaterThanOrEqual(3)
})

test("tickets are paid by card, by keyboard alone, although their registration meets an overload", async () => {
  const { page } = visitor
  const { hold, open, press } = keyboardOf(page)
  await using faults = await overload(page, "**/api/terminal/order/register-pending-ticket-sale", true)
  await open("Tickets")
  await hold("GUEST024")
  await press("Add, paid here")
  await press("Card")
  const panel = page.getByRole("region", { name: "Card payment" })
  await panel.getByText(busy).waitFor()
  faults.proceed()
  await press("Try again")
  await panel.getByText(tooMany).waitFor()
  faults.proceed()
  await press("Try again")
  await panel.getByText("Take €45.00 with the card reader.").waitFor()
  await press("The card was charged")
  expect(await bookedText(page)).toContain("Adult")
  expect(new Set(faults.content).size).toBe(1)
})

test("the shift ends by keyboard alone, although the server is overloaded at first; nothing was booked twice", async () => {
  const { orders, page } = visitor
  const { open, press } = keyboardOf(page)
  await using faults = await overload(page, "**/api/terminal/user/logout", false)
  await open("Register")
  for (const text of [busy, tooMany]) {
    await press("End the shift, sign me out")
    await page.getByText(text).waitFor()
    faults.proceed()
  }
  await press("End the shift, sign me out")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
  expect(faults.content).toHaveLength(3)
  const booked = (await orders()).map(({ order_type, payment_method, total_price }) =>
    `${order_type} ${payment_method} ${total_price}`
  )
  expect(booked.toSorted()).toEqual([
    "cancel_sale tag -4.5",
    "pay_out cash -5.5",
    "sale tag 4.5",
    "ticket cash 45",
    "ticket sumup 45",
    "top_up cash 20"
  ])
  expect(await faultsOf(demo.site())).toEqual([])
  visitor.expectQuiet([/status of (429|503)/, /answer: (429|503)/])
})
