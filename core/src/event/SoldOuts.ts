import { Context, Effect, Layer } from "effect"
import { NotFound } from "../base/Refusal.ts"
import type { AtEvent, Caller } from "../organisation/Caller.ts"
import { type Change, Changes } from "../organisation/Changes.ts"
import { type Place, placeOf } from "../organisation/Place.ts"
import { dieOnInfrastructure } from "../sql/Infrastructure.ts"
import { ProductRepository } from "./ProductRepository.ts"
import { decideSoldOut } from "./SoldOut.ts"
import { SoldOutRepository } from "./SoldOutRepository.ts"

/** A product whose mark may have changed. */
interface Marked {
  readonly id: bigint
  readonly name: string
  readonly isChanged: boolean
}

/** Marks products as sold out at a node and below, and as back. */
export class SoldOuts extends Context.Service<SoldOuts>()("core/SoldOuts", {
  make: Effect.gen(function*() {
    const changes = yield* Changes
    const products = yield* ProductRepository
    const marks = yield* SoldOutRepository

    /** Marks a product inside of a change, or removes its mark. Repeated it changes nothing. */
    const mark = Effect.fnUntraced(
      function*(place: Place, product: Pick<Marked, "id" | "name">, wanted: boolean, userId: bigint | null) {
        const markedAt = yield* marks.markedAt(place, product.id)
        const isChanged = yield* Effect.fromResult(decideSoldOut(product.name, place.nodeId, markedAt, wanted))
        if (isChanged) yield* wanted ? marks.insert(place, product.id, userId) : marks.remove(place, product.id)
        return { id: product.id, name: product.name, isChanged }
      },
      dieOnInfrastructure
    )

    /** What is sold out at the caller's node, above it in its event and below it. */
    const list = (caller: Caller) => Effect.orDie(marks.list(placeOf(caller)))

    /** Marks a product at the caller's node, or removes the mark there. */
    const set = Effect.fn("SoldOuts.set")((caller: AtEvent, productId: bigint, wanted: boolean) =>
      changes.run(
        caller,
        toChange(wanted),
        Effect.gen(function*() {
          const place = placeOf(caller)
          const [product] = yield* products.find(place, productId)
          if (product === undefined) return yield* new NotFound({ element_type: "product", element_id: productId })
          return yield* mark(place, product, wanted, caller.userId)
        })
      ).pipe(Effect.asVoid)
    )

    return { list, mark, set }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Changes.layer, ProductRepository.layer, SoldOutRepository.layer])
  )
}

/** The audit entry of a change; none if there was none. */
export const toChange = (wanted: boolean) => ({ id, isChanged, name }: Marked): Change | null =>
  isChanged ? { logType: wanted ? "product_sold_out" : "product_back", content: { id, name } } : null
