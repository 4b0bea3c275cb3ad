import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
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
    roles: "Change roles",
    save: "Save roles"
  },
  "de-DE": {
    login: "Benutzername",
    password: "Passwort",
    name: "Name",
    add: "Neuer Benutzer",
    roles: "Rollen ändern",
    save: "Rollen speichern"
  }
} as const

describe.concurrent("a new colleague", () => {
  test.each(["en-GB", "de-DE"] as const)("gets a role and signs in, %s, by keyboard alone", async (locale) => {
    const say = words[locale]
    const login = `colleague-${locale}`
    await using office = await officeAt(site, { at: "people/users/new", locale })
    const { page } = office
    await page.getByLabel(say.login).focus()
    await page.keyboard.type(login)
    await page.keyboard.press("Tab")
    await page.keyboard.type("Conny")
    const password = page.getByLabel(say.password)
    for (
      let presses = 0;
      presses < 10 && !await password.evaluate((one) => one === document.activeElement);
      presses++
    ) {
      await page.keyboard.press("Tab")
    }
    await page.keyboard.type("a long first password")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Conny", level: 1 }).waitFor()
    await page.getByRole("button", { name: say.roles }).press("Enter")
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("cashier", { exact: true }).press("Space")
    await dialog.getByRole("button", { name: say.save }).press("Enter")
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
