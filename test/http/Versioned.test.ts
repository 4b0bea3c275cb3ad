import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import { NewProduct, Product } from "@wristbank/core/event/Product"
import { CashRegister } from "@wristbank/core/till/CashRegister"
import { shown } from "@wristbank/http/api/administration/Shown"
import { matches } from "@wristbank/http/api/Versioned"
import { Schema } from "effect"
import fc from "fast-check"

const product = Schema.toCodecJson(shown.product)
const encode = (of: Product) => Schema.encodeSync(product)(of) as { readonly [field: string]: unknown }
const versionOf = (of: Product) => encode(of).version

it.prop("an object is read back from its answer", [Product], ([drawn]) => {
  const of = new Product({ ...drawn, name: "Beer" }) // blanks around names are removed as requests are read
  assert.deepStrictEqual(Schema.decodeUnknownSync(product)(JSON.parse(JSON.stringify(encode(of)))), of)
})

it.prop(
  "objects have the same version exactly if they agree in all that an edit replaces",
  [Product, Product],
  ([a, b]) => {
    const edited = Object.keys(NewProduct.fields) as ReadonlyArray<keyof NewProduct & keyof Product>
    for (const field of edited) {
      const mixed = new Product({ ...a, [field]: b[field] })
      const same = JSON.stringify(encode(mixed)[field]) === JSON.stringify(encode(a)[field])
      assert.strictEqual(versionOf(mixed) === versionOf(a), same, field)
    }
    const { id, node_id, tax_name, tax_rate, type } = b
    assert.strictEqual(versionOf(new Product({ ...a, id, node_id, tax_name, tax_rate, type })), versionOf(a))
  }
)

it("a register keeps its version when its cash changes", () => {
  const register = (balance: bigint) =>
    Schema.encodeSync(Schema.toCodecJson(shown.cashRegister))(
      new CashRegister({
        name: "A",
        node_id: 1n,
        id: 2n,
        current_cashier_id: null,
        current_till_id: null,
        balance: Cents.make(balance),
        account_id: 3n
      })
    ) as { readonly version: string }
  assert.strictEqual(register(0n).version, register(500n).version)
})

const version = fc.stringMatching(/^[0-9a-f]{32}$/)

it("If-Match names a version only as a strong entity tag", () =>
  fc.assert(fc.property(version, version, fc.constantFrom("", " "), (one, other, blank) => {
    assert.isTrue(matches("*", one))
    assert.isTrue(matches(`"${other}",${blank}"${one}"`, one))
    assert.isFalse(matches(`W/"${one}"`, one))
    assert.isFalse(matches(one, one))
    assert.strictEqual(matches(`"${one}"`, other), one === other)
  })))
