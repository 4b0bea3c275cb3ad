import { test } from "vitest"
import { makeProfileOfEverything } from "../../support/DemoProfile.ts"
import { demoTills } from "../../support/DemoTill.ts"
import { isLookedAt } from "../../support/Looks.ts"
import { expectGoodLooks, openTask } from "../../support/TillActs.ts"

const demo = demoTills(makeProfileOfEverything)

const landscape = { viewport: { width: 1024, height: 768 } }

const looks = [
  ["phone", "light", "de-DE", "contrast", {}],
  ["tablet", "dark", "en-GB", "system", landscape],
  ["desktop", "dark", "de-DE", "system", {}]
] as const

test.each(looks)(
  "every task looks well on a %s in %s colours, %s, %s",
  async (size, colours, locale, scheme, more) => {
    const look = looks.findIndex((one) => one[0] === size)
    await using visitor = await demo.open({
      profile: "Everything",
      person: "Henry",
      size,
      colours,
      locale,
      more,
      stored: { "wristbank.colours": scheme }
    })
    const { page } = visitor
    await page.getByRole("navigation").waitFor()
    const tasks = await page.locator(".task-menu > a").allTextContents()
    const addresses = await page.locator(".task-menu > a").evaluateAll((all) =>
      all.map((one) => one.getAttribute("href"))
    )
    for (const [n, task] of tasks.entries()) {
      if (!isLookedAt(n, look, looks.length)) continue
      await openTask(page, task)
      const address = addresses[n]
      await page.getByRole("heading", { level: 1 }).waitFor()
      await page.getByRole("status", { name: /Loading|geladen/ }).waitFor({ state: "detached" })
      await expectGoodLooks(page, `looks${address?.replace("/till", "").replaceAll("/", "-")}-${size}-${scheme}`)
    }
    visitor.expectQuiet()
  }
)
