import { escaped } from "@wristbank/core/base/MarkupText"
import * as Money from "@wristbank/core/base/Money"
import { DateTime, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { FakeBook } from "./FakeBook.ts"
import type { FakeCheckout } from "./FakeShop.ts"

const ById = Schema.Struct({ id: Schema.String })

const Chosen = Schema.Struct({
  id: Schema.String,
  outcome: Schema.Literals(["pay", "decline", "refund", "charge-back"])
})

/** The page that replaces the provider's card form: guests of the demo pay a checkout there, or fail to. */
export const payPage = ({ shop }: FakeBook) => {
  const show = Effect.gen(function*() {
    const { id } = yield* HttpRouter.schemaPathParams(ById)
    const checkout = shop.read(id, yield* DateTime.now)
    return checkout === undefined ? nowhere : HttpServerResponse.html(pageOf(checkout))
  })

  const choose = Effect.gen(function*() {
    const { id, outcome } = yield* HttpRouter.schemaPathParams(Chosen)
    const checkout = shop.find(id)
    if (checkout === undefined) return nowhere
    const now = yield* DateTime.now
    if (outcome === "pay" || outcome === "decline") {
      shop.pay(id, { status: outcome === "pay" ? "SUCCESSFUL" : "FAILED" }, now)
    } else {
      shop.giveBack(checkout.checkout_reference, outcome === "refund" ? "REFUND" : "CHARGE_BACK", now)
    }
    return HttpServerResponse.redirect(`/pay/${checkout.id}`, { status: 303 })
  })

  return Layer.mergeAll(
    HttpRouter.add("GET", "/pay/:id", Effect.catch(show, () => Effect.succeed(nowhere))),
    HttpRouter.add("POST", "/pay/:id/:outcome", Effect.catch(choose, () => Effect.succeed(nowhere)))
  )
}

const nowhere = HttpServerResponse.text("There is no such checkout", { status: 404 })

const pageOf = ({ amount, currency, description, id, status }: FakeCheckout): string => {
  const actions = status === "PAID" ? ["refund", "charge-back"] : status === "EXPIRED" ? [] : ["pay", "decline"]
  const forms = actions.map((action) =>
    `<form method="post" action="/pay/${id}/${action}"><button>${action}</button></form>`
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stand-in for SumUp</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 3rem auto; padding: 0 1rem }
button { font: inherit; width: 100%; min-height: 3rem; margin-top: .5rem }</style>
<p>Simulated card provider: no money is real.</p>
<h1>${escaped(Money.format(amount))} ${escaped(currency)}</h1><p>${escaped(description)}</p><p>${status}</p>
${forms.join("\n")}
`
}
