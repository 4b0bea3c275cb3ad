import { afterAll, beforeAll, test } from "vitest"
import { makeProfileOfEverything } from "../../support/DemoProfile.ts"
import { type DemoSite, demoSite } from "../../support/DemoSite.ts"
import { makeTill, type Office, officeOf, visitTill } from "../../support/DemoTill.ts"
import { expectGoodLooks } from "../../support/TillActs.ts"

let site: DemoSite
let office: Office
beforeAll(async () => {
  site = await demoSite()
  office = await officeOf(site)
  await makeProfileOfEverything(office)
})
afterAll(() => site[Symbol.asyncDispose]())

const landscape = { viewport: { width: 1024, height: 768 } }

test.each(
  [
    ["phone", "light", "de-DE", "contrast", {}],
    ["tablet", "dark", "en-GB", "system", landscape],
    ["desktop", "dark", "de-DE", "system", {}]
  ] as const
)(
  "every task looks well on a %s in %s colours, %s, %s",
  { timeout: 60_000 },
  async (size, colours, locale, scheme, more) => {
    const till = await makeTill(office, "Everything")
    await using visitor = await visitTill(site, till, { person: "Henry", size, colours, locale, more })
    const { page } = visitor
    await page.evaluate((chosen) => localStorage.setItem("wristbank.colours", chosen), scheme)
    await page.reload()
    const tasks = page.getByRole("navigation").getByRole("link")
    await tasks.first().waitFor()
    for (const task of await tasks.all()) {
      await task.click()
      const address = await task.getAttribute("href")
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.getByRole("status", { name: /Loading|geladen/ }).waitFor({ state: "detached" })
      await expectGoodLooks(page, `looks${address?.replace("/till", "").replaceAll("/", "-")}-${size}-${scheme}`)
    }
    visitor.expectQuiet()
  }
)
