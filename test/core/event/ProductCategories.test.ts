import { assert, layer } from "@effect/vitest"
import { ProductCategories } from "@wristbank/core/event/ProductCategories"
import { NewProductCategory } from "@wristbank/core/event/ProductCategory"
import { Effect, Layer } from "effect"
import { audited } from "./CatalogueCalls.ts"
import { catalogueLayer, festival } from "./Festival.ts"

const everything = Layer.merge(catalogueLayer, ProductCategories.layer.pipe(Layer.provide(catalogueLayer)))

const category = (name: string, more: Partial<NewProductCategory> = {}) =>
  new NewProductCategory({ name, colour: "blue", ...more })

layer(everything, { excludeTestServices: true })("categories of products", (it) => {
  it.effect("are listed along the path in the order of tills, and a change is recorded with what was before", () =>
    Effect.gen(function*() {
      const { atBar, atEvent, atOtherBar, event } = yield* festival
      const categories = yield* ProductCategories
      yield* categories.create(atEvent, category("Food"))
      const drinks = yield* categories.create(atEvent, category("Drinks"))
      yield* categories.create(atBar, category("Cocktails", { sequence: 1 }))
      const names = (caller: typeof atBar) => Effect.map(categories.list(caller), (all) => all.map(({ name }) => name))
      assert.deepStrictEqual(yield* names(atBar), ["Food", "Cocktails", "Drinks"])
      assert.deepStrictEqual(yield* names(atOtherBar), ["Food", "Drinks"])
      yield* categories.update(atEvent, drinks.id, category("Bottles", { colour: "teal" }))
      assert.deepStrictEqual(yield* names(atBar), ["Food", "Bottles", "Cocktails"])
      const [change] = (yield* audited(event)).filter(({ log_type }) => log_type === "product_category_updated")
      assert.deepInclude(change!.content["old"], { name: "Drinks", colour: "blue" })
      assert.deepInclude(change!.content, { name: "Bottles", colour: "teal", sequence: 1 })
    }))
})
