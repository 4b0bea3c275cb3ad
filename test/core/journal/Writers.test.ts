import { assert, it } from "@effect/vitest"
import { schemaCode } from "@wristbank/core/sql/SchemaCode"
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

it("of the functions of the database only `book` writes them; all others call it", () => {
  const { functions } = schemaCode()
  const writersOf = (pattern: RegExp) => functions.filter(({ body }) => pattern.test(body)).map(({ name }) => name)
  assert.deepStrictEqual(writersOf(/insert\s+into\s+posting\b/i), ["book"])
  assert.deepStrictEqual(writersOf(/update\s+account\b[^;]*\b(?:balance|vouchers)\s*=/i), ["book"])
  assert.deepStrictEqual(writersOf(/insert\s+into\s+account\b[^;]*\b(?:balance|vouchers)\b/i), [])
  assert.deepStrictEqual(writersOf(/insert\s+into\s+(?:ordr|line_item)\b/i), ["book"])
  // The second of this name takes the parameters of the first as JSON.
  assert.sameMembers(writersOf(/\bfrom\s+book\(/i), [
    "book",
    "book_grant",
    "book_presale_credit",
    "book_ticket_sale",
    "store_till_steps"
  ])
})
