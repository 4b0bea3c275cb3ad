import { assert, it } from "@effect/vitest"
import { join } from "node:path"
import { filesOfProduct } from "../../scripts/rooms.js"

const root = join(import.meta.dirname, "../..")

/** Code that tells failures of the infrastructure from refusals by their tag. */
const byTag = /"(?:SqlError|SchemaError)"/

const place = "core/src/sql/Infrastructure.ts"

it("failures of the infrastructure become defects in one place", () => {
  const files = filesOfProduct(root)
  assert.include(files.map(([path]) => path), place)
  assert.deepStrictEqual(files.filter(([path, text]) => path !== place && byTag.test(text)).map(([path]) => path), [])
})
