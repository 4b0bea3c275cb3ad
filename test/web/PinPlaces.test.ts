import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const web = join(import.meta.dirname, "../../web")

/** The sources of an application's screens in which a pattern stands, as paths below it. */
const sourcesWith = (application: string, pattern: RegExp): ReadonlyArray<string> =>
  readdirSync(join(web, application), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && pattern.test(readFileSync(join(web, application, name), "utf8")))
    .toSorted()

/** A PIN as calls name it. */
const pin = /\b\w*tag_pin\b/

// The table in docs/developer-documentation/decisions/rights.md says why.
test("the till never shows a PIN that was not typed there, and accepts it at each of these places", () => {
  expect(sourcesWith("till", pin)).toEqual([
    "guest/FreeTicketScreen.tsx",
    "people/NewPerson.tsx",
    "readers/TypedPin.tsx",
    "switchTag/SwitchTagScreen.tsx",
    "tickets/NewWristband.tsx",
    "tickets/TicketList.tsx",
    "tickets/Wristbands.ts"
  ])
})

test("the portal shows the guest's PIN on one page alone", () => {
  expect(sourcesWith("portal", pin)).toEqual(["LostPage.tsx"])
})

test("the office shows no chip without its PIN", () => {
  expect(
    sourcesWith("administration", /\buid_hex\b|tag_uid_hex\b/).filter((name) =>
      !/\bpin\b|tag_pin\b/.test(readFileSync(join(web, "administration", name), "utf8"))
    )
  ).toEqual([])
})
