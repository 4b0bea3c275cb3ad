import { assert, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { decisionTests } from "../../scripts/decisions.js"

const root = join(import.meta.dirname, "../..")

it("the quick tests are those that reach no database, no process and no socket", () => {
  const quick = decisionTests(root)
  assert.isAbove(quick.length, 100)
  assert.includeMembers([...quick], ["test/core/sale/Sale.test.ts", "test/core/payout/SepaFiles.test.ts"])
  for (
    const file of ["test/core/cash/StockUps.test.ts", "test/http/terminal/Sale.test.ts", "test/cli/serving/up.test.ts"]
  ) {
    assert.notInclude(quick, file)
  }
})

it("a new test is quick by itself, and is not once a file it imports asks for a database", () => {
  const folder = mkdtempSync(join(tmpdir(), "wristbank-decisions-"))
  try {
    mkdirSync(join(folder, "test"))
    const write = (name: string, text: string) => writeFileSync(join(folder, "test", name), text)
    write("Pure.test.ts", "import { world } from \"./World.ts\"\n")
    write("Process.test.ts", "import { spawn } from \"node:child_process\"\n")
    write("World.ts", "export const world = 1\n")
    assert.deepStrictEqual(decisionTests(folder), ["test/Pure.test.ts"])
    write("World.ts", "import \"./Database.ts\"\n")
    write("Database.ts", "import { inject } from \"vitest\"\nexport const url = inject(\"postgresUrl\")\n")
    assert.deepStrictEqual(decisionTests(folder), [])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
