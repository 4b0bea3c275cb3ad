import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

const words = {
  "en-GB": {
    login: "User name",
    password: "Password",
    name: "Name",
    add: "New user",
    create: "Create user",
    roles: "Change roles",
    save: "Save roles"
  },
  "de-DE": {
    login: "Benutzername",
    password: "Passwort",
    name: "Name",
    add: "Neuer Benutzer",
    create: "Benutzer anlegen",
    roles: "Rollen ändern",
    save: "Rollen speichern"
  }
} as const

describe.concurrent("a new colleague", () => {
  test.each(
    [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const
  )("gets a role and signs in, %s, by %s alone", async (locale, by) => {
    const say = words[locale]
    const { press, tick, type } = hands[by]
    const login = `colleague-${locale}`
    await using office = await officeAt(site, { at: "people/users/new", locale })
    const { page } = office
    await type(page.getByLabel(say.login), login)
    await type(page.getByLabel(say.name, { exact: true }), "Conny")
    await type(page.getByLabel(say.password), "a long first password")
    await press(page.getByRole("button", { name: say.create }))
    await page.getByRole("heading", { name: "Conny", level: 1 }).waitFor()
    await press(page.getByRole("button", { name: say.roles }))
    const dialog = page.getByRole("dialog")
    await tick(dialog.getByLabel("cashier", { exact: true }))
    await press(dialog.getByRole("button", { name: say.save }))
    await dialog.waitFor({ state: "detached" })
    await page.locator("#roles ~ p", { hasText: "cashier" }).waitFor()
    office.expectQuiet()
    await using theirs = await officeAt(site, { at: "people/users", login, password: "a long first password", locale })
    await theirs.page.getByRole("cell", { name: login, exact: true }).waitFor()
    // What the role does not allow is not offered.
    expect(await theirs.page.getByRole("link", { name: say.add }).count()).toBe(0)
    await office.open("people/users")
    await page.getByRole("link", { name: say.add }).waitFor()
    theirs.expectQuiet()
  })
})
