import { afterAll, assert, beforeAll, test } from "vitest"
import { untilKept, visit } from "../support/Browser.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

test("each page loads and runs under its headers, and the browser has nothing to report", async () => {
  for (const path of ["/portal/", "/portal/top-up", "/till/"]) {
    await using visitor = await visit({ keeps: true })
    const reported: Array<string> = []
    visitor.page.on("console", (message) => reported.push(message.text()))
    await visitor.page.goto(site.origin + path)
    await visitor.page.locator("#application > *").first().waitFor()
    await untilKept(visitor.page)
    assert.deepStrictEqual(reported, [], path)
    visitor.expectQuiet()
  }
})
