import { assert, it } from "@effect/vitest"
import { Cents } from "@wristbank/core/base/Money"
import * as Product from "@wristbank/core/event/Product"
import { decodeRevision, ProductRevisionData } from "@wristbank/core/event/ProductRevision"
import * as Ticket from "@wristbank/core/event/Ticket"
import * as TillButton from "@wristbank/core/event/TillButton"
import * as TillLayout from "@wristbank/core/event/TillLayout"
import {
  idsOf,
  ordered,
  ProductRestriction,
  restrictionsOf,
  type WantedVariants
} from "@wristbank/core/event/UserTagVariant"
import type { Place } from "@wristbank/core/organisation/Place"
import { Arbitrary, Effect, Equal, Result, Schema } from "effect"
import { variants, vip } from "../sale/OrderWorld.ts"

const place: Place = { eventId: 1n, nodeId: 2n, pathIds: [0n, 1n, 2n] }
const free = {
  nameTaken: false,
  taxRateVisible: true,
  categoryVisible: true,
  targetType: "sale_exit",
  variants
} as const
const json = Schema.toCodecJson(Product.NewProduct)
/** A request whose kinds of wristbands, if it gives them, exist and agree with its age limits. */
const sound = <Input extends WantedVariants>(input: Input): Input => ({
  ...input,
  user_tag_variant_ids: input.restrictions == null && input.user_tag_variant_ids != null ? [vip] : null
})
const message = <A>(result: Result.Result<A, { readonly message: string }>) =>
  Result.isFailure(result) ? result.failure.message : "accepted"

/** A locked product of the event; each test changes the fields it is about. */
const beer = Product.complete({
  id: 7n,
  node_id: 1n,
  type: "user_defined",
  name: "Bier",
  price: Cents.make(350n),
  fixed_price: true,
  price_in_vouchers: null,
  tax_rate_id: 1n,
  user_tag_variant_ids: [],
  restrictions: [],
  is_locked: true,
  is_returnable: false,
  target_account_id: null,
  category_id: null,
  tax_name: "none",
  tax_rate: 0
})
const withChanges = (changes: Partial<Product.Product>) => new Product.Product({ ...beer, ...changes })

const drawProducts = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Product.Product), { maxLength: 6 }),
  (drawn) =>
    drawn.map((product, index) =>
      new Product.Product({
        ...product,
        id: BigInt(index + 1),
        node_id: 1n,
        type: "user_defined",
        is_locked: true,
        name: `P${index}`
      })
    )
)
const drawTickets = Arbitrary.map(
  Arbitrary.array(Arbitrary.array(Arbitrary.schema(ProductRestriction), { maxLength: 2 }), { maxLength: 4 }),
  (drawn) =>
    drawn.map((restrictions, index) =>
      Ticket.complete({
        name: `T${index}`,
        price: Cents.make(1200n),
        tax_rate_id: 1n,
        user_tag_variant_ids: idsOf(restrictions, variants),
        restrictions: ordered(restrictions),
        is_locked: true,
        initial_top_up_amount: Cents.make(500n),
        node_id: 1n,
        id: BigInt(index + 1),
        tax_name: "none",
        tax_rate: 0
      })
    )
)

it.prop(
  "a product has a price exactly when it is fixed, and a voucher price above 0 only then, if it is not taken back",
  [Product.NewProduct],
  ([
    drawn
  ]) => {
    const input = sound(drawn)
    const decided = Product.decide(input, free)
    const contradictory = input.fixed_price !== (input.price !== null) ||
      ((!input.fixed_price || input.is_returnable) && (input.price_in_vouchers ?? 0) > 0)
    assert.strictEqual(Result.isFailure(decided), contradictory)
    if (Result.isFailure(decided)) return
    const stored = decided.success
    assert.strictEqual(stored.price !== null, stored.fixed_price)
    assert.isTrue(stored.price_in_vouchers === null || (stored.fixed_price && stored.price_in_vouchers > 0))
    assert.deepStrictEqual(
      stored.variantIds,
      input.user_tag_variant_ids ?? idsOf(input.restrictions ?? [], variants)
    )
    const again = new Product.NewProduct({ ...stored, user_tag_variant_ids: stored.variantIds })
    assert.deepStrictEqual(Product.decide(again, free), decided, "storing again changes nothing")
  }
)

it("a product that contradicts itself or its surroundings is refused with the reason", () => {
  const decode = Schema.decodeUnknownSync(json)
  const base = { name: "Bier", price: 3.5, tax_rate_id: 1 }
  const refused = (fields: object, known: object = {}) =>
    message(Product.decide(decode({ ...base, ...fields }), { ...free, ...known }))
  assert.strictEqual(refused({ price: null, fixed_price: true }), "A product with a fixed price needs a price")
  assert.strictEqual(refused({ price: 3, fixed_price: false }), "A product with a free price can't have a price")
  assert.match(refused({ price: null, fixed_price: false, price_in_vouchers: 1 }), /price in vouchers/)
  assert.strictEqual(refused({}, { nameTaken: true }), "There is already a product or ticket Bier")
  assert.strictEqual(refused({}, { taxRateVisible: false }), "There is no tax rate 1 here")
  assert.match(refused({ target_account_id: 9 }, { targetType: undefined }), /no account 9/)
  assert.strictEqual(
    refused({ price_in_vouchers: 1, is_returnable: true }),
    "A product that is taken back can't have a price in vouchers"
  )
  assert.strictEqual(refused({ price_in_vouchers: 0, is_returnable: true }), "accepted")
  assert.strictEqual(refused({ price_in_vouchers: 0 }), "accepted")
  assert.strictEqual(refused({ price: null, fixed_price: false, price_in_vouchers: -1 }), "accepted")
})

it.prop("of a locked product the name alone changes, of another one everything", [
  Product.NewProduct,
  Product.NewProduct,
  Schema.Boolean
], ([before, drawn, isSame]) => {
  const decided = Product.decide(sound(before), free)
  if (Result.isFailure(decided)) return
  const { variantIds: user_tag_variant_ids, ...stored } = decided.success
  const restrictions = restrictionsOf(user_tag_variant_ids, variants)
  const current = withChanges({ ...stored, user_tag_variant_ids, restrictions })
  const input = {
    ...sound(drawn),
    ...(isSame ? {} : { restrictions: null, user_tag_variant_ids: drawn.is_locked ? [vip] : [] })
  }
  const wanted = isSame ? new Product.NewProduct({ ...current, name: input.name }) : input
  const outcome = Product.decide(wanted, free, current)
  const alone = Product.decide(wanted, free)
  if (Result.isFailure(alone)) return assert.isTrue(Result.isFailure(outcome))
  const onlyName = Equal.equals({ ...alone.success, name: current.name }, decided.success)
  assert.strictEqual(Result.isSuccess(outcome), !current.is_locked || onlyName)
  if (Result.isFailure(outcome)) assert.strictEqual(outcome.failure._tag, "ProductNotEditable")
})

it("requests get the published defaults and no price below 0, above the limit or below a cent", () => {
  const decode = Schema.decodeUnknownResult(json)
  const product = Result.getOrThrow(decode({ name: " Bier ", price: 3.5, tax_rate_id: 1 }))
  assert.deepStrictEqual({ ...product }, {
    name: "Bier",
    price: Cents.make(350n),
    fixed_price: true,
    price_in_vouchers: null,
    tax_rate_id: 1n,
    is_locked: false,
    is_returnable: false,
    target_account_id: null
  })
  for (const price of [-0.01, 3.333, 10_000_000.01, Number.NaN, "x", true]) {
    assert.isTrue(Result.isFailure(decode({ name: "Bier", price, tax_rate_id: 1 })), String(price))
  }
  assert.isTrue(Result.isFailure(decode({ name: "Bier", price: 1, tax_rate_id: 1, price_in_vouchers: 2 ** 31 })))
  assert.isTrue(Result.isFailure(decode({ name: "Bier", tax_rate_id: 1 })), "price must be named, if only as null")
})

it("the price per voucher is the price divided by the vouchers", () => {
  const perVoucher = (price: bigint, vouchers: number) =>
    Product.complete({ ...beer, price: Cents.make(price), price_in_vouchers: vouchers }).price_per_voucher
  assert.strictEqual(perVoucher(350n, 2), Cents.make(175n))
  assert.strictEqual(perVoucher(500n, 3), Cents.make(167n))
  assert.isNull(Product.complete({ ...beer, price_in_vouchers: null }).price_per_voucher)
})

it.effect.prop(
  "a revision decodes to exactly the product it shows",
  [drawProducts],
  ([products]) =>
    Effect.gen(function*() {
      for (const drawn of products) {
        const product = Product.complete(drawn)
        const stored: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(ProductRevisionData)(product)))
        const read = yield* decodeRevision(stored)
        assert.deepStrictEqual(read, product)
        assert.instanceOf(read, Product.Product)
      }
    })
)

it("ids beyond what a JSON number holds survive in a revision", () => {
  const large = withChanges({ id: 2n ** 63n - 1n })
  const stored = JSON.parse(JSON.stringify(Schema.encodeSync(ProductRevisionData)(large)))
  assert.strictEqual(Schema.decodeUnknownSync(ProductRevisionData)(stored).id, 2n ** 63n - 1n)
})

it.prop(
  "a button has at most one product with a free price, one returnable, one with a voucher price, none with both",
  [
    drawProducts
  ],
  ([products]) => {
    const decided = TillButton.decide(
      new TillButton.NewTillButton({ name: "B", product_ids: products.map(({ id }) => id).toReversed() }),
      { place, products, nameTaken: false, hasPicture: true, categoryVisible: true }
    )
    const count = (kind: (product: Product.Product) => boolean) => products.filter(kind).length
    const allowed = count((product) => !product.fixed_price) <= 1 && count((product) => product.is_returnable) <= 1 &&
      count((product) => product.price_in_vouchers !== null) <= 1 &&
      !products.some((product) => product.is_returnable && product.price_in_vouchers !== null)
    assert.strictEqual(Result.isSuccess(decided), allowed)
    if (Result.isSuccess(decided)) {
      assert.deepStrictEqual(decided.success.product_ids, products.map(({ id }) => id))
    }
  }
)

it("a locked product that is returnable and has a price in vouchers, as it could be made once, can be renamed", () => {
  const old = withChanges({ is_returnable: true, price_in_vouchers: 1 })
  const change = (fields: Partial<Product.NewProduct>, current: Product.Product) =>
    message(Product.decide(new Product.NewProduct({ ...current, ...fields }), free, current))
  assert.strictEqual(change({ name: "Becher" }, old), "accepted")
  assert.match(change({ price_in_vouchers: null }, old), /only its name/)
  assert.match(change({ name: "Becher" }, withChanges({ ...old, is_locked: false })), /price in vouchers/)
})

it("a button sells visible, locked products of the operator's own, each once", () => {
  const button = (changes: Partial<Product.Product>, ids: ReadonlyArray<bigint> = [7n]) =>
    message(
      TillButton.decide(new TillButton.NewTillButton({ name: "B", product_ids: ids }), {
        place,
        nameTaken: false,
        hasPicture: true,
        categoryVisible: true,
        products: [withChanges(changes)]
      })
    )
  assert.strictEqual(button({}), "accepted")
  assert.strictEqual(button({ is_locked: false }), "Bier must be locked before it is put on a button")
  assert.strictEqual(button({}, [7n, 7n]), "Bier can be on a button only once")
  assert.strictEqual(button({}, [8n]), "There is no product 8 here")
  for (const changes of [{ node_id: 3n }, { type: "ticket" }, { type: "discount" }] as const) {
    assert.strictEqual(button(changes), "There is no product 7 here")
  }
})

it.prop("a layout has one ticket at most for each kind of wristband", [drawTickets], ([tickets]) => {
  const decided = TillLayout.decide(
    new TillLayout.NewTillLayout({
      name: "L",
      description: null,
      button_ids: null,
      ticket_ids: tickets.map(({ id }) => id)
    }),
    { place, tickets, buttons: [], nameTaken: false }
  )
  const sets = tickets.map(({ user_tag_variant_ids }) => user_tag_variant_ids.join())
  const allowed = tickets.every(({ user_tag_variant_ids }) => user_tag_variant_ids.length <= 1) &&
    new Set(sets).size === sets.length
  assert.strictEqual(Result.isSuccess(decided), allowed)
  for (const ticket of tickets) {
    assert.strictEqual(Result.isSuccess(TillLayout.decideTicket(ticket, [{ name: "L", tickets }])), allowed)
  }
})

it("a layout keeps its order and shows each button and ticket once", () => {
  const buttons = [3n, 1n, 2n].map((id) => ({ id, name: `B${id}`, node_id: 1n }))
  const layout = (ids: ReadonlyArray<bigint> | null, known = buttons) =>
    TillLayout.decide(
      new TillLayout.NewTillLayout({ name: "L", description: null, button_ids: ids, ticket_ids: null }),
      { place, tickets: [], buttons: known, nameTaken: false }
    )
  assert.deepStrictEqual(Result.getOrThrow(layout([2n, 3n, 1n])).buttonIds, [2n, 3n, 1n])
  assert.deepStrictEqual(Result.getOrThrow(layout(null)).buttonIds, [])
  assert.strictEqual(message(layout([2n, 3n, 2n])), "B2 can be in a layout only once")
  assert.strictEqual(message(layout([4n])), "There is no button 4 here")
  assert.strictEqual(message(layout([1n], [{ id: 1n, name: "B", node_id: 9n }])), "There is no button 1 here")
})

it.prop("a ticket's total is its price and its top-up", [
  Schema.Struct(Ticket.NewTicket.fields)
], ([drawn]) => {
  const input = sound(drawn)
  const { variantIds, ...decided } = Result.getOrThrow(Ticket.decide(input, free))
  const shown = { user_tag_variant_ids: variantIds, restrictions: [] }
  const ticket = Ticket.complete({ ...decided, ...shown, node_id: 1n, id: 1n, tax_name: "none", tax_rate: 0 })
  assert.strictEqual(ticket.total_price, input.price + input.initial_top_up_amount)
  assert.deepStrictEqual(variantIds, input.user_tag_variant_ids ?? idsOf(input.restrictions ?? [], variants))
})
