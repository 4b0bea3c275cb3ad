import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { english } from "../../../../web/administration/people/english.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { officeOf } from "../../../support/DemoTill.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
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
    waysOf(0, [["en-GB", "mouse"], ["de-DE", "keyboard"]] as const)
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

describe.concurrent("a role", () => {
  const { privilegeNames } = english

  test("names those that its holders may give away, or lets them give all, and what of it counts in the whole event", async () => {
    const api = await officeOf(site)
    await api("POST", "/tree/nodes/1/create-node", { name: "Gate", description: "" })
    await using office = await officeAt(site, { at: "people/roles/new" })
    const { page } = office
    const assignable = page.getByRole("group", { name: english.assignable })
    const all = page.getByLabel(privilegeNames.allow_privileged_role_assignment)
    const ticked = (name: string) => assignable.getByLabel(name, { exact: true }).isChecked()
    const open = async () => {
      await page.getByRole("link", { name: "Gate lead" }).click()
      await page.getByRole("button", { name: english.saveRole }).waitFor()
    }
    await page.getByLabel(english.role, { exact: true }).fill("Gate lead")
    await page.getByLabel(privilegeNames.grant_vouchers).check()
    await page.getByLabel(privilegeNames.view_node_stats).check()
    await assignable.getByLabel("cashier", { exact: true }).check()
    await all.check()
    await assignable.waitFor({ state: "detached" })
    await all.uncheck()
    await page.getByRole("button", { name: english.createRole }).click()
    await open()
    expect([await ticked("cashier"), await ticked("entry")]).toEqual([true, false])
    await all.check()
    await page.getByRole("button", { name: english.saveRole }).click()
    await open()
    // The form shows what was known before until the new answer is there.
    await assignable.waitFor({ state: "detached" })
    expect(await all.isChecked()).toBe(true)

    const wide = page.getByRole("region", { name: english.eventWide })
    await office.follow("people/rights")
    await page.getByRole("button", { name: english.change("Anna", "Gate") }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Gate lead", { exact: true }).check()
    await dialog.getByRole("button", { name: english.saveRoles }).click()
    await wide.waitFor()
    const [row, ...others] = await wide.getByRole("listitem").allInnerTexts()
    expect(row!.split("\n").filter((line) => line !== "")).toEqual([
      english.roleOfAt("Anna", "Gate lead", "Gate"),
      privilegeNames.grant_vouchers
    ])
    expect(others).toEqual([])
    office.expectQuiet()
  })

  test("gives no one a right that its maker does not have", async () => {
    const api = await officeOf(site)
    const account = { login: "maker", password: "a long first password" }
    const { id } = await api<{ readonly id: number }>("POST", "/users?node_id=1", { ...account, display_name: "Mae" })
    const { entities } = await api<
      { readonly entities: Readonly<Record<string, { readonly id: number; readonly name: string }>> }
    >(
      "GET",
      "/user-roles?node_id=1"
    )
    const finance = Object.values(entities).find(({ name }) => name === "finance")!
    await api("POST", "/user-to-roles?node_id=1", { user_id: id, role_ids: [finance.id], terminal_only: false })
    await using office = await officeAt(site, { ...account, at: "people/roles/new" })
    const { page } = office
    const isOffered = (group: string, name: string) =>
      page.getByRole("group", { name: group }).getByRole("checkbox", { name }).isEnabled()
    await page.getByRole("group", { name: english.assignable }).getByText(english.notYours).first().waitFor()
    expect(await isOffered(english.privileges, privilegeNames.view_node_stats)).toBe(true)
    expect(await isOffered(english.privileges, privilegeNames.allow_privileged_role_assignment)).toBe(false)
    expect(await isOffered(english.assignable, "cashier")).toBe(false)
    office.expectQuiet()
  })
})
