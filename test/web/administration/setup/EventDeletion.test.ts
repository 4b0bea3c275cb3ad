import { afterAll, beforeAll, expect, test } from "vitest"
import { english } from "../../../../web/administration/setup/english.ts"
import { german } from "../../../../web/administration/setup/german.ts"
import { expectAccessible, expectFitsAll, picture } from "../../../support/Browser.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { type Office, officeOf } from "../../../support/DemoTill.ts"
import { eventSettings } from "../../../support/eventSettings.ts"
import { waysOf } from "../../../support/Hands.ts"
import { eventNode, looks, officeAt } from "../Office.ts"

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite()
  office = await officeOf(site)
})
afterAll(() => site[Symbol.asyncDispose]())

const words = { "en-GB": english, "de-DE": german } as const

interface Node {
  readonly id: number
  readonly name: string
  readonly children: ReadonlyArray<Node>
}

/** The events of the demo's installation. */
const events = async () => (await office<Node>("GET", "/tree/")).children.map(({ name }) => name)

/** Opens the dialog that deletes an event, and gives what is used there. */
const deletion = async (
  node: number,
  name: string,
  [size, colours, locale]: typeof looks[number]
) => {
  const say = words[locale as keyof typeof words]
  const visitor = await officeAt(site, { at: "setup/place", node, size, colours, locale })
  const { page } = visitor
  await page.getByRole("button", { name: say.remove, exact: true }).click()
  const dialog = page.getByRole("dialog", { name: say.deleteOf(name) })
  await dialog.getByText(say.endHints.deleteEvent).waitFor()
  return {
    ...visitor,
    say,
    dialog,
    typed: dialog.getByLabel(say.confirmName(name)),
    remove: dialog.getByRole("button", { name: say.deleteOf(name) }),
    look: async (what: string) => {
      await picture(page, `administration/${size}-${colours}/${what}`)
      await expectAccessible(page)
      await expectFitsAll(page, size)
    }
  }
}

test.each(waysOf(0, looks))(
  "an event without orders is deleted by its name, on a %s in %s colours, %s",
  async (...look) => {
    const name = `Draft ${look.join(" ")}`
    const id = await office<number | { readonly id: number }>("POST", "/tree/nodes/0/create-event", {
      ...eventSettings,
      name,
      description: "",
      customer_portal_url: ""
    })
    await using visitor = await deletion(typeof id === "number" ? id : id.id, name, look)
    const { page, remove, typed } = visitor
    expect(await remove.isDisabled()).toBe(true)
    await typed.fill(name.toUpperCase())
    expect(await remove.isDisabled()).toBe(true)
    await typed.fill(name)
    await visitor.look("delete-event")
    await remove.click()
    await page.waitForURL(/\/administration\/0\b/)
    await page.locator(".office h1").waitFor()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await picture(page, `administration/${look[0]}-${look[1]}/delete-event-done`)
    expect(await events()).not.toContain(name)
    visitor.expectQuiet()
  }
)

test.each(waysOf(1, looks))(
  "an event with orders is kept, and is told why, on a %s in %s colours, %s",
  async (...look) => {
    const [name = ""] = await events()
    await using visitor = await deletion(eventNode, name, look)
    const { dialog, page, remove, typed } = visitor
    await typed.fill(name)
    await remove.click()
    const told = dialog.getByRole("alert")
    await told.waitFor()
    // What is in the way, and how much of it.
    await expect.poll(() => told.innerText()).toMatch(look[2] === "de-DE" ? /Bestellung|Order|Buchung/ : /[Oo]rder/)
    await visitor.look("delete-event-refused")
    await dialog.getByRole("button", { name: look[2] === "de-DE" ? "Abbrechen" : "Cancel" }).click()
    await dialog.waitFor({ state: "detached" })
    expect(new URL(page.url()).pathname).toBe(`/administration/${eventNode}/setup/place`)
    expect(await events()).toContain(name)
    visitor.expectQuiet([/\/tree\/nodes\/1/, /status of 400/])
  }
)
