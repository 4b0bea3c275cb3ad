import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { tasks } from "../../../web/administration/Tasks.ts"

test("every task is explained in both languages", () => {
  const pages = tasks.flatMap(({ name }) => [`${name}.en.md`, `${name}.de.md`])
  const folder = join(import.meta.dirname, "../../../web/administration/help")
  expect(pages.filter((page) => !existsSync(join(folder, page)))).toEqual([])
})
