import { assert, it } from "@effect/vitest"
import { inject } from "vitest"
import { firstScreens } from "../../scripts/web/sizes.ts"

/** The most that a first screen may load, in kB (1000 bytes) of scripts and styles compressed by Brotli. */
const budgets: Readonly<Record<string, number>> = { portal: 75, till: 110, administration: 130 }

it("the first screen of each application loads no more than its budget, and nothing of another application", async () => {
  const screens = await firstScreens(inject("webFolder"))
  assert.sameMembers(screens.map(({ application }) => application), Object.keys(budgets))
  for (const { application, bytes, files, foreign } of screens) {
    assert.isAbove(bytes, 1_000, "a build without scripts")
    assert.isAtMost(bytes / 1000, budgets[application]!, `${application}: ${JSON.stringify(files)}`)
    assert.deepStrictEqual(foreign, [], application)
  }
})
