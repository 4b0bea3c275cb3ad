import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { now } from "../../../../web/administration/now/screens.ts"
import { people } from "../../../../web/administration/people/screens.ts"
import { setup } from "../../../../web/administration/setup/screens.ts"
import type { Step } from "../../../../web/administration/setup/steps.ts"
import { visit } from "../../../support/Browser.ts"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { emptySite } from "../../../support/DemoSite.ts"
import { type Hands, hands } from "../../../support/Hands.ts"
import { words } from "./Words.ts"

type Words = typeof words["en-GB"] | typeof words["de-DE"]

/** What somebody sees and does in a window. */
const windowOf = (page: Page, hand: Hands) => {
  const entry = (label: string) => page.getByLabel(label, { exact: true })
  return {
    page,
    entry,
    type: (label: string, text: string) => hand.type(entry(label), text),
    tick: (label: RegExp | string) => hand.tick(page.getByLabel(label, { exact: typeof label === "string" })),
    choose: (label: string, name: string) => hand.choose(entry(label), name),
    press: (name: RegExp | string, within: Pick<Page, "getByRole"> = page) =>
      hand.press(within.getByRole("button", { name, exact: typeof name === "string" })),
    follow: (name: RegExp | string) =>
      hand.press(page.getByRole("link", { name, exact: typeof name === "string" }).first()),
    arrive: (heading: string) => page.getByRole("heading", { name: heading, level: 1, exact: true }).waitFor()
  }
}
type Window = ReturnType<typeof windowOf>

const pins = { lead: "LEAD7QK4XR", cashier: "CASH7QK4XR", guest: "GUEST7QK4X" }
const chips = { lead: "04A1B2C3D40001", cashier: "04A1B2C3D40002", guest: "04A1B2C3D40003" }

const users = people.screens.find(({ path }) => path === "users")!

type Act = (office: Window, say: Words) => Promise<void>

/** What the administrator does on the screens to which the steps lead, in their order. */
const acts = Object.entries(
  {
    tax_rates: async ({ arrive, follow, press, type }, say) => {
      await follow(say.sell.newTaxRate)
      await type(say.sell.name, "19 %")
      await press(say.sell.createTaxRate)
      await arrive(say.sell.taxRates)
    },
    product: async ({ arrive, choose, follow, press, type }, say) => {
      await follow(say.sell.newProduct)
      await type(say.sell.name, "Mate")
      await type(say.sell.price, "4.50")
      await choose(say.sell.tax, "19 %")
      await press(say.sell.createProduct)
      await arrive("Mate")
    },
    tickets: async ({ arrive, choose, follow, press, type }, say) => {
      await follow(say.sell.newTicket)
      await type(say.sell.name, "Day")
      await type(say.sell.price, "5")
      await choose(say.sell.tax, "19 %")
      await press(say.sell.createTicket)
      await arrive("Day")
    },
    button: async ({ arrive, follow, press, tick, type }, say) => {
      await follow(say.sell.newButton)
      await type(say.sell.name, "Mate")
      await tick(/^Mate ·/)
      await press(say.sell.createButton)
      await arrive("Mate")
    },
    // From the layout each page leads to the next thing that is made with it.
    layout: async ({ arrive, follow, press, tick, type }, say) => {
      await follow(say.layouts.newLayout)
      await type(say.layouts.name, "Bar")
      for (const tile of [/^Mate ·/, /^Day ·/]) {
        await tick(tile)
        await press(say.layouts.addChosen(1))
      }
      await press(say.layouts.createLayout)
      await arrive("Bar")
      await follow(say.layouts.newProfileFor)
      await type(say.tills.name, "Bar")
      await tick(say.tills.allow_top_up)
      await tick(`${say.tills.payments}: ${say.tills.enable_cash_payment}`)
      await press(say.tills.createProfile)
      await arrive("Bar")
      await follow(say.tills.newTill)
      await type(say.tills.name, "Bar 1")
      await press(say.tills.createTill)
      await arrive("Bar 1")
    },
    terminal: async ({ arrive, choose, follow, page, press, type }, say) => {
      await follow(say.tills.newTerminal)
      await type(say.tills.name, "Tablet")
      await press(say.tills.createTerminal)
      await arrive("Tablet")
      await press(say.tills.putAtTill("Tablet"))
      const dialog = page.getByRole("dialog")
      await choose(say.tills.till, "Bar 1")
      await press(say.tills.putAtTill("Tablet"), dialog)
      await page.getByRole("definition").getByRole("link", { name: "Bar 1" }).waitFor()
    },
    tag_secret: async ({ page, press }, say) => {
      await press(say.wristbands.withoutKeys)
      await press(say.wristbands.createRandom)
      await page.getByRole("cell", { name: say.wristbands.randomKeys }).waitFor()
    },
    wristbands: async ({ follow, page, press, type }, say) => {
      await follow(say.wristbands.importAction)
      await type(say.wristbands.typed, Object.values(pins).join("\n"))
      await press(say.wristbands.doImport("3"))
      await page.getByText(say.wristbands.imported("3")).waitFor()
    },
    role: async ({ arrive, follow, press }, say) => {
      for (const template of ["cashier", "cashOffice"] as const) {
        await follow(say.people.newRole)
        await follow(say.people.templateNames[template])
        await press(say.people.createRole)
        await arrive(say.people.roles)
      }
    },
    cashier: async ({ arrive, follow, page, press, tick, type }, say) => {
      for (
        const [name, pin, chip, template] of [
          ["Lea", pins.lead, chips.lead, "cashOffice"],
          ["Kim", pins.cashier, chips.cashier, "cashier"]
        ] as const
      ) {
        await follow(users.title[say.language])
        await follow(say.people.newUser)
        await type(say.people.login, name.toLowerCase())
        await type(say.people.displayName, name)
        await type(say.people.pin, pin)
        await type(say.people.chip, chip)
        await press(say.people.createUser)
        await arrive(name)
        await press(say.people.changeRoles)
        await tick(say.people.templateNames[template])
        await press(say.people.saveRoles)
        await page.getByRole("dialog").waitFor({ state: "detached" })
      }
    },
    register: async ({ arrive, follow, press, type }, say) => {
      await follow(say.cash.newRegister)
      await type(say.cash.name, "Drawer 1")
      await press(say.cash.createRegister)
      await arrive("Drawer 1")
    },
    stocking: async ({ follow, page, press, type }, say) => {
      await follow(say.cash.newStocking)
      await type(say.cash.name, "Float")
      await type(say.cash.variable, "100")
      await press(say.cash.createStocking)
      await page.getByRole("link", { name: "Float" }).waitFor()
    },
    receipt_issuer: async ({ page, press, type }, say) => {
      await type(say.setup.settings.bon_issuer, "Fest e. V.")
      await type(say.setup.settings.bon_address, "Wiese 1")
      await press(say.setup.saveTopic(say.setup.topics.receipts))
      await page.getByText(say.setup.saved, { exact: true }).waitFor()
    }
  } satisfies { readonly [step in Step["step"]]?: Act }
) as ReadonlyArray<readonly [Step["step"], Act]>

const steps = (page: Page) => page.locator(".steps")

/** From wherever the administrator is, to the screen of a step that is still to be done. */
const goTo = async ({ follow, page }: Window, say: Words, step: Step["step"]) => {
  await follow(setup.title[say.language])
  await steps(page).locator("[data-state=missing], [data-state=warning]")
    .getByRole("link", { name: say.setup.steps[step].title, exact: true }).waitFor()
  await follow(say.setup.steps[step].title)
}

const expectDone = async ({ follow, page }: Window, say: Words, ...done: ReadonlyArray<Step["step"]>) => {
  await follow(setup.title[say.language])
  for (const step of done) {
    await steps(page).locator("[data-state=done]").getByRole("link", { name: say.setup.steps[step].title, exact: true })
      .waitFor()
  }
}

/** A till whose device has no reader: chips are typed. */
const tillOf = (page: Page, hand: Hands, say: Words) => {
  const till = windowOf(page, hand)
  const { press, type } = till
  return {
    ...till,
    open: (task: string) => hand.press(page.getByRole("navigation").getByRole("link", { name: task, exact: true })),
    hold: async (chip: string, within: Pick<Page, "getByRole"> = page) => {
      await press(say.till.typeChip, within)
      await type(say.till.chipNumber, chip)
      await press(say.till.useChip)
    },
    payCash: async (amount: string) => {
      await press(say.till.payCash)
      await press(new RegExp(`^${say.till.bookCash(`.*${amount}.*`)}$`))
    },
    booked: () => page.getByRole("status", { name: say.till.booked }).waitFor()
  }
}

const described = [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const

describe("from nothing to the first sale", () => {
  test.each(described)("an administrator alone sets an event up, %s, by %s alone", async (locale, by) => {
    const say: Words = words[locale]
    const hand = hands[by]
    await using site = await emptySite()
    await using visitor = await visit({ size: "desktop", locale })
    const { page } = visitor
    const office = windowOf(page, hand)
    await page.goto(`${site.origin}/administration/`)
    await office.type(say.office.login, "admin")
    await office.type(say.office.password, site.password)
    await office.press(say.office.signIn)
    await office.follow(say.now.newEvent)
    await office.type(say.setup.name, "Fest")
    await office.type(say.setup.settings.customer_portal_contact_email, "help@fest.example")
    await office.press(say.setup.createEvent)
    for (const [step, act] of acts) {
      await goTo(office, say, step)
      await act(office, say)
    }
    // What each page led to was done with it.
    await expectDone(office, say, "profile", "till", "ticket_sale", "top_up", "wristbands", "cashier")

    await office.follow(setup.title[say.language])
    await office.follow(say.setup.steps.terminal.title)
    await office.follow("Tablet")
    await office.follow(say.tills.printSheet)
    const code = await page.locator(".sheet .code").innerText()
    await using device = await visit({ locale, more: { serviceWorkers: "block" } })
    const till = tillOf(device.page, hand, say)
    await device.page.goto(`${site.origin}/till/`)
    await till.type(say.till.registerCode, code)
    await till.press(say.till.register)
    await till.hold(chips.lead)
    await till.open(say.till.taskCash)
    await till.press(new RegExp(`^${say.till.stockUp}`))
    await till.hold(chips.cashier)
    await till.press(/100/)
    await till.booked()
    await expectDone(office, say, "terminal", "float")
    await page.getByText(say.setup.guestCanPay).waitFor()

    await till.press(/^Lea/)
    await till.hold(chips.cashier, device.page.getByRole("dialog"))
    await till.open(say.till.taskTickets)
    await till.hold(chips.guest)
    await till.type(say.till.tagPin, pins.guest)
    await till.press(say.till.withoutPresale)
    await till.payCash("5[.,]00")
    await till.booked()
    await till.open(say.till.taskTopUp)
    await till.hold(chips.guest)
    await till.type(say.till.topUpAmount, "20")
    await till.payCash("20[.,]00")
    await till.booked()
    await till.open(say.till.taskSale)
    await till.press(/^Mate/)
    await till.hold(chips.guest)
    await till.booked()

    await office.follow(now.title[say.language])
    await expect.poll(() => page.locator(".figures .card", { hasText: say.now.taken }).locator(".figure").innerText(), {
      timeout: 20_000
    }).toMatch(/9[.,]50/)
    expect(await faultsOf(site)).toEqual([])
    device.expectQuiet()
    visitor.expectQuiet()
  })
})
