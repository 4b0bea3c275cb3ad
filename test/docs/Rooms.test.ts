import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { filesOfCore, filesOfProduct, rooms, standInImports, upwardImports } from "../../scripts/rooms.js"

const root = join(import.meta.dirname, "../..")

it("rooms of core import those below them, and each is in the order", () => {
  const files = filesOfCore(root)
  assert.isAbove(files.length, 400)
  assert.deepStrictEqual(upwardImports(files), [])
  const used = new Set(files.flatMap(([path]) => path.includes("/") ? path.split("/")[0]! : []))
  assert.sameMembers([...used], [...rooms])
})

it("an import of a higher room is found, however it is written", () => {
  const found = (path: string, text: string) => upwardImports([[path, text]])
  assert.deepStrictEqual(found("ledger/Money.ts", "import { Sale } from \"../order/Sale.ts\""), [
    "ledger/Money.ts imports order/Sale.ts"
  ])
  assert.lengthOf(found("ledger/Money.ts", "import type {\n  Sale\n} from \"@wristbank/core/order/Sale\""), 1)
  assert.lengthOf(found("sql/Database.ts", "const late = await import(\"../order/Sale.ts\")"), 1)
  assert.lengthOf(found("ledger/Money.ts", "import { layer } from \"../Wristbank.ts\""), 1)
  assert.lengthOf(found("leftovers/Money.ts", ""), 1)
  assert.deepStrictEqual(found("order/Sale.ts", "import * as Money from \"../ledger/Money.ts\""), [])
  assert.deepStrictEqual(found("order/Sale.ts", "import { Checkout } from \"./Checkout.ts\""), [])
  assert.deepStrictEqual(found("Wristbank.ts", "import { Sales } from \"./order/Sales.ts\""), [])
})

it("stand-ins are imported by nothing of the product but the commands that run them", () => {
  const files = filesOfProduct(root)
  assert.isAbove(files.filter(([path]) => path.startsWith("cli/src/stand-ins/")).length, 30)
  assert.deepStrictEqual(standInImports(files), [])
})

it("an import of a stand-in is found, however it is written", () => {
  const found = (path: string, text: string) => standInImports([[path, text]])
  assert.deepStrictEqual(
    found("core/src/card/SumUp.ts", "import { Fake } from \"@wristbank/cli/stand-ins/card-provider/Fake\""),
    [
      "core/src/card/SumUp.ts imports @wristbank/cli/stand-ins/card-provider/Fake"
    ]
  )
  assert.lengthOf(found("cli/src/Server.ts", "import type {\n  Fake\n} from \"./stand-ins/card-provider/Fake.ts\""), 1)
  assert.lengthOf(found("cli/src/commands/serve.ts", "await import(\"../stand-ins/festival/Demo.ts\")"), 1)
  assert.deepStrictEqual(found("cli/src/commands/tse/simulate.ts", "import(\"../../stand-ins/tse/Simulate.ts\")"), [])
  assert.deepStrictEqual(
    found("cli/src/stand-ins/festival/Demo.ts", "import { Fake } from \"../card-provider/Fake.ts\""),
    []
  )
  assert.deepStrictEqual(found("cli/src/Server.ts", "import { Up } from \"./Up.ts\""), [])
})

it("the map lists the rooms in their order, the highest first", () => {
  const map = readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8")
  const [table = ""] = map.slice(map.indexOf("| room of `core` |")).split("\n\n")
  const listed = Array.from(table.matchAll(/^\| `([a-z]+)` \| /gm), ([, room]) => room!)
  assert.deepStrictEqual(listed, rooms.toReversed())
})
