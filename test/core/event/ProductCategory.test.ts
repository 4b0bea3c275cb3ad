import { assert, it } from "@effect/vitest"
import { categories } from "@wristbank/core/base/limits/Limits"
import { decide, decideDeletion, NewProductCategory, ProductCategory } from "@wristbank/core/event/ProductCategory"
import { Result, Schema } from "effect"

const free = { nameTaken: false, others: [] }
const isFull = (others: number) => others >= categories

it.prop(
  "a category keeps its place unless another is given, and a new one comes last",
  [NewProductCategory, Schema.Array(ProductCategory), ProductCategory, Schema.Boolean],
  ([input, others, stored, isNew]) => {
    const current = isNew ? undefined : stored
    const decided = decide(input, { ...free, others, current })
    assert.strictEqual(Result.isFailure(decided), isFull(others.length))
    if (Result.isFailure(decided)) return
    const { colour, name, sequence } = decided.success
    assert.deepStrictEqual({ colour, name }, { colour: input.colour, name: input.name })
    if (input.sequence !== undefined) assert.strictEqual(sequence, input.sequence)
    else if (current !== undefined) assert.strictEqual(sequence, current.sequence)
    else assert.isTrue(others.every((other) => other.sequence < sequence || sequence === 9999))
  }
)

it("a category with the name of another is refused, and one more than an event can have", () => {
  const input = new NewProductCategory({ name: "Drinks", colour: "blue" })
  const ruleOf = (decided: Result.Result<unknown, { readonly rule: string }>) =>
    Result.isFailure(decided) ? decided.failure.rule : "accepted"
  assert.strictEqual(ruleOf(decide(input, { ...free, nameTaken: true })), "catalogue.category_name_taken")
  const others = (count: number) => Array.from({ length: count }, (_, sequence) => ({ sequence }))
  assert.strictEqual(ruleOf(decide(input, { ...free, others: others(49) })), "accepted")
  assert.strictEqual(ruleOf(decide(input, { ...free, others: others(50) })), "catalogue.categories_too_many")
})

it("a colour is one of ours, and a name fits on a tab", () => {
  const isRead = Schema.is(NewProductCategory)
  const reads = (body: object) => Result.isSuccess(Schema.decodeUnknownResult(NewProductCategory)(body))
  assert.isTrue(isRead(new NewProductCategory({ name: "x".repeat(60), colour: "grey" })))
  assert.isFalse(reads({ name: "x".repeat(61), colour: "grey" }))
  assert.isFalse(reads({ name: "Drinks", colour: "#ff0000" }))
  assert.isFalse(reads({ name: "Drinks" }))
})

it("a category that is used stays, and the refusal names them in both languages", () => {
  const drinks = new ProductCategory({ id: 1n, node_id: 1n, name: "Drinks", colour: "blue", sequence: 0 })
  const used = decideDeletion(drinks, { products: ["Beer", "Cola"], buttons: ["Large"], lists: ["Happy hour"] })
  assert.isTrue(Result.isFailure(used))
  if (Result.isFailure(used)) {
    assert.strictEqual(
      used.failure.messageIn("en"),
      "The category Drinks is still used: products Beer, Cola; buttons Large; price lists Happy hour"
    )
    assert.strictEqual(
      used.failure.messageIn("de"),
      "Die Kategorie Drinks wird noch benutzt: Produkte Beer, Cola; Tasten Large; Preislisten Happy hour"
    )
  }
  assert.deepStrictEqual(decideDeletion(drinks, { products: [], buttons: [], lists: [] }), Result.succeed(drinks))
})
