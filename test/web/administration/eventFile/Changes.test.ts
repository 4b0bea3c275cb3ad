import { sections } from "@wristbank/core/eventfile/Sections"
import { expect, test } from "vitest"
import { bySection, countsOf } from "../../../../web/administration/eventFile/Changes.ts"
import { english } from "../../../../web/administration/eventFile/english.ts"
import { german } from "../../../../web/administration/eventFile/german.ts"

test("every section of the file has its words in both languages", () => {
  const names = sections.map(({ name }) => name).toSorted()
  for (const { sections: words } of [english, german]) expect(Object.keys(words).toSorted()).toEqual(names)
})

test("changes are counted by what they do, and divided by their sections", () => {
  const step = (action: "create" | "change" | "remove", section: string) => ({ action, section })
  const steps = [step("remove", "tills"), step("create", "products"), step("create", "tills")]
  expect(countsOf(steps)).toEqual([["create", 2], ["remove", 1]])
  expect(countsOf([])).toEqual([])
  expect(bySection(steps)).toEqual([["tills", [steps[0], steps[2]]], ["products", [steps[1]]]])
})
