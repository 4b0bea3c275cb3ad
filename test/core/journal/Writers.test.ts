import { assert, it } from "@effect/vitest"
import { join } from "node:path"
import { filesOfProduct } from "../../../scripts/rooms.js"

/** SQL that stores postings or changes balances. */
const writes = /insert\s+into\s+posting\b|update\s+account\s+set\s+(?:(?!\bwhere\b)[^`;])*\b(?:balance|vouchers)\s*=/i

it("only functions of the database write postings and balances, never a statement of a service", () => {
  const found = filesOfProduct(join(import.meta.dirname, "../../.."))
  assert.isAbove(found.length, 800)
  assert.deepStrictEqual(found.filter(([, text]) => writes.test(text)).map(([path]) => path), [])
  assert.match("update account set name = '', balance = balance + 1", writes)
  assert.match("insert into\n posting (event_id)", writes)
  assert.notMatch("update account set comment = ${comment} where balance = 1", writes)
})
