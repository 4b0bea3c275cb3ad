import { assert, it } from "@effect/vitest"
import { type Good, undecidedDeposits } from "@wristbank/core/event/DepositTax"

const good = (id: bigint, tax_rate: number, more: Partial<Good> = {}): Good => ({
  id,
  tax_rate,
  is_returnable: false,
  type: "user_defined",
  ...more
})
const beer = good(1n, 0.19)
const donation = good(2n, 0)
const untaxed = good(3n, 0, { is_returnable: true })
const taxed = good(4n, 0.19, { is_returnable: true })
const other = good(5n, 0, { is_returnable: true })

const undecided = (products: ReadonlyArray<Good>, ...buttons: ReadonlyArray<ReadonlyArray<bigint>>) =>
  undecidedDeposits(products, buttons.map((product_ids) => ({ product_ids }))).map(({ id }) => id)

const all = [beer, donation, untaxed, taxed, other]

it("a deposit at 0 % is undecided where goods that are taxed are sold with it", () => {
  assert.deepStrictEqual(undecided(all, [1n, 3n]), [3n])
  assert.deepStrictEqual(undecided(all, [2n, 3n], [1n, 3n], [3n]), [3n])
  assert.deepStrictEqual(undecided(all, [1n, 4n], [4n]), [])
  assert.deepStrictEqual(undecided(all, [2n, 3n]), [])
})

it("one that is sold with nothing else is undecided where anything is taxed", () => {
  assert.deepStrictEqual(undecided(all, [3n]), [3n])
  assert.deepStrictEqual(undecided(all, [3n, 4n]), [3n])
  assert.deepStrictEqual(undecided([donation, untaxed], [3n]), [])
})

it("one that no button sells needs no decision, and tickets are no contents", () => {
  assert.deepStrictEqual(undecided(all, [1n]), [])
  assert.deepStrictEqual(undecided([good(1n, 0.19, { type: "ticket" }), untaxed], [3n]), [])
})
