import type { Page } from "playwright-core"
import { people } from "../../../../web/administration/people/screens.ts"
import { setup } from "../../../../web/administration/setup/screens.ts"
import type { Step } from "../../../../web/administration/setup/steps.ts"
import type { Hands } from "../../../support/Hands.ts"
import { entryOf, ready } from "../../../support/TillActs.ts"
import type { words } from "./Words.ts"

export type Words = typeof words["en-GB"] | typeof words["de-DE"]

/** What someone sees and does in a window. */
export const windowOf = (page: Page, hand: Hands) => {
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
export type Window = ReturnType<typeof windowOf>

/** A till whose device has no reader: chips are typed. */
export const tillOf = (page: Page, hand: Hands, say: Words) => {
  const till = windowOf(page, hand)
  const { press, type } = till
  return {
    ...till,
    open: async (task: string) => hand.press(await entryOf(page, task, hand.press)),
    hold: async (chip: string, within: Pick<Page, "getByRole"> = page) => {
      await press(new RegExp(`^(${say.till.typeChip}|${say.till.typePinOrChip})$`), within)
      await type(say.till.chipNumber, chip)
      await press(say.till.useChip)
    },
    payCash: async (amount: string) => {
      await press(say.till.payCash)
      await press(new RegExp(`^${say.till.bookCash(`.*${amount}.*`)}$`))
    },
    booked: async () => {
      await page.getByRole("status", { name: say.till.booked }).waitFor()
      await ready(page)
    }
  }
}

export const pins = { lead: "LEAD7QK4XR", cashier: "CASH7QK4XR", guest: "GUEST7QK4X" }
export const chips = { lead: "84A1B2C3D40001", cashier: "84A1B2C3D40002", guest: "84A1B2C3D40003" }

const users = people.screens.find(({ path }) => path === "users")!

type Act = (office: Window, say: Words) => Promise<void>

/** What the administrator does on the screens to which the steps lead, in their order. */
export const acts = Object.entries(
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
      await follow(say.sell.newButtonFor("Mate"))
      await press(say.sell.createButton)
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
    // From the layout each page leads to the next thing that is made with it.
    layout: async ({ arrive, follow, page, press, tick, type }, say) => {
      await follow(say.layouts.newLayout)
      await type(say.layouts.name, "Bar")
      for (const tile of [/^Mate ·/, /^Day ·/]) {
        await tick(tile)
        await press(say.layouts.addChosen(1))
      }
      await page.locator(".phone").getByRole("button", { name: "Mate" }).waitFor()
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
    role: async ({ arrive, follow, page, press }, say) => {
      for (const template of ["cashier", "cashOffice"] as const) {
        await follow(say.people.newRole)
        await follow(say.people.templateNames[template])
        // What the template ticks is in sight.
        await page.locator(".option:first-child :checked").waitFor()
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

const steps = (page: Page) => page.locator(".checklist")

/** From wherever the administrator is, to the screen of a step that is still to be done. */
export const goTo = async ({ follow, page }: Window, say: Words, step: Step["step"]) => {
  await follow(setup.title[say.language])
  await steps(page).locator("[data-state=missing], [data-state=warning]")
    .getByRole("link", { name: say.setup.steps[step].title, exact: true }).waitFor()
  await follow(say.setup.steps[step].title)
}

export const expectDone = async ({ follow, page }: Window, say: Words, ...done: ReadonlyArray<Step["step"]>) => {
  await follow(setup.title[say.language])
  for (const step of done) {
    await steps(page).locator("[data-state=done]").getByRole("link", { name: say.setup.steps[step].title, exact: true })
      .waitFor()
  }
}
