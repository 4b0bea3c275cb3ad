import { afterAll, beforeAll, expect, test } from "vitest"
import { visit } from "../support/Browser.ts"
import { type DemoSite, demoSite } from "../support/DemoSite.ts"

let site: DemoSite
beforeAll(async () => {
  site = await demoSite()
})
afterAll(() => site[Symbol.asyncDispose]())

test("the demo festival can be opened in a browser", async () => {
  await using visitor = await visit()
  await visitor.page.goto(site.origin)
  expect(await visitor.page.title()).toBe("Wristbank")
  visitor.expectQuiet()
})
