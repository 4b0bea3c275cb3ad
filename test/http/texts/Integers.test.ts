import { assert, it } from "@effect/vitest"
import { Integer } from "@wristbank/core/base/Integer"
import { TagUid } from "@wristbank/core/base/TagUid"
import { NewFreeTicketGrant } from "@wristbank/core/sale/Grant"
import { NewSale } from "@wristbank/core/sale/Sale"
import { NewTicketSale } from "@wristbank/core/sale/TicketSale"
import { CreateUserPayload as NewUser } from "@wristbank/core/till/TerminalUser"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Schema, SchemaAST } from "effect"
import { OpenApi } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { fieldsOf, parts } from "./Fields.ts"

const kinds: ReadonlySet<unknown> = new Set(["Id", "Integer", "TagUid"])

const isPlainInteger = (ast: SchemaAST.AST) =>
  SchemaAST.isNumber(ast) &&
  ast.checks?.some((check) =>
    (check.annotations?.representation as { readonly id?: string } | undefined)?.id === "effect/schema/isInt"
  )

it("every integer of a request body may come as a text of its digits, as published terminals send it", () => {
  const seen = new Set<SchemaAST.AST>()
  const fields = parts().filter(({ place }) => place === "body").flatMap((part) => fieldsOf(part, seen))
  const integers = fields.filter(({ ast }) => SchemaAST.isDeclaration(ast) && kinds.has(ast.annotations?.identifier))
  for (const { ast, at } of integers) {
    const decode = Schema.decodeUnknownExit(Schema.make<Schema.Codec<unknown>>(ast))
    assert.isTrue([1, 7, 2020].some((number) => decode(number)._tag === "Success"), at)
    for (const number of [0, 1, 7, 2020, 3000]) assert.deepStrictEqual(decode(String(number)), decode(number), at)
    for (const text of ["", " 7", "7.0", "7,0", "seven", "+7", "--7"]) {
      assert.strictEqual(decode(text)._tag, "Failure", `${at} ${text}`)
    }
  }
  assert.deepStrictEqual(new Set(integers.map(({ ast }) => ast.annotations?.identifier)), kinds)
  assert.isAbove(integers.length, 10)
  assert.deepStrictEqual(fields.filter(({ ast }) => isPlainInteger(ast)).map(({ at }) => at), [])
})

const read = <S extends Schema.Constraint>(schema: S) => Schema.decodeUnknownExit(Schema.toCodecJson(schema) as never)

it("integers as text are exact, or refused", () => {
  const decode = read(Integer)
  for (const text of ["0", "-3", "9007199254740991", "-9007199254740991", "007"]) {
    assert.deepStrictEqual(decode(text), decode(Number(text)), text)
  }
  for (const input of ["9007199254740992", "1e3", "0x10", "-", "\u00007", 1.5, 2 ** 53, true, null, [7], { n: 7 }]) {
    assert.strictEqual(decode(input)._tag, "Failure", String(input))
  }
  assert.deepStrictEqual(decode("-0"), decode(0))
})

it("digits alone are a chip's decimal number; a letter or 0x makes text hexadecimal", () => {
  const decode = Schema.decodeUnknownSync(Schema.toCodecJson(TagUid))
  const chips: ReadonlyArray<[unknown, bigint]> = [
    ["123456", 123_456n],
    ["18446744073709551615", 2n ** 64n - 1n],
    ["0000000000000010", 10n],
    ["0x10", 16n],
    ["0X0000000000000010", 16n],
    ["04a1", 0x04a1n],
    ["FFFFFFFFFFFFFFFD", 2n ** 64n - 3n],
    ["1e3", 0x1e3n]
  ]
  for (const [input, uid] of chips) assert.strictEqual(decode(input), uid, String(input))
  for (const input of ["18446744073709551616", "10000000000000000A", "", "0x", "-1", "x10", "1 2"]) {
    assert.throws(() => decode(input), /Expected a chip number/, input)
  }
})

it("what published terminals leave out or send as null is the same", () => {
  const uuid = randomUUID()
  const cases: ReadonlyArray<[Schema.Constraint, object, ReadonlyArray<string>]> = [
    [NewFreeTicketGrant, { user_tag_pin: "A", user_tag_uid: "7" }, ["initial_voucher_amount", "request_id"]],
    [NewTicketSale, { uuid, customer_tags: [] }, ["payment_method"]],
    [
      NewSale,
      { uuid, payment_method: "cash", buttons: [{ till_button_id: "1", quantity: "2" }] },
      ["customer_tag_uid", "used_vouchers"]
    ],
    [NewUser, { login: "robin", display_name: "", role_ids: ["3", "4"] }, ["user_tag_uid", "user_tag_pin"]]
  ]
  for (const [schema, request, keys] of cases) {
    const decode = read(schema)
    const absent = decode(request)
    assert.strictEqual(absent._tag, "Success", keys.join())
    for (const key of keys) assert.deepStrictEqual(decode({ ...request, [key]: null }), absent, key)
  }
  const inside = (more: object) =>
    read(NewTicketSale)({ uuid, customer_tags: [{ tag_uid: "7", tag_pin: "A", ...more }], payment_method: null })
  assert.strictEqual(inside({})._tag, "Success")
  assert.deepStrictEqual(inside({ top_up_amount: null, voucher_token: null }), inside({}))
  const pressed = (button: object) =>
    read(NewSale)({ uuid, payment_method: "cash", buttons: [{ till_button_id: "1", ...button }] })
  for (const button of [{ quantity: "-2" }, { price: 2.5 }]) {
    assert.strictEqual(pressed(button)._tag, "Success")
    assert.deepStrictEqual(pressed({ quantity: null, price: null, ...button }), pressed(button))
  }
})

it("documents say integer, with the bounds", () => {
  const schemas = {
    ...OpenApi.fromApi(AdministrationApi).components.schemas,
    ...OpenApi.fromApi(TerminalApi).components.schemas
  }
  const property = (schema: string, name: string) => JSON.parse(JSON.stringify(schemas[schema])).properties[name]
  assert.deepStrictEqual(property("UpdateFiscalSettings", "outage_limit"), {
    type: "integer",
    minimum: 1,
    maximum: 3600
  })
  assert.deepStrictEqual(property("CashRegisterStocking", "euro200"), { type: "integer", minimum: 0, maximum: 100_000 })
  const whole = { type: "integer", minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1 }
  assert.deepStrictEqual(property("Button", "quantity").anyOf, [whole, { type: "null" }])
})
