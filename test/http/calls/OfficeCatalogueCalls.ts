import { DateTime, Effect } from "effect"
import { Festival } from "../../support/Festival.ts"
import { type Body, created, done } from "../../support/FestivalServer.ts"
import { drawn, png } from "../../support/Pictures.ts"
import { about, always, type ValidCalls } from "./ValidCall.ts"

let made = 0

/** An unused name. */
export const newName = () => `Harbour ${++made}`

/** The calls that read and write one kind of object. */
interface Noun {
  readonly path: string
  /** The name of its id in the path. */
  readonly id: string
  /** The beginning of its audit log types. */
  readonly logType: string
  /** A valid body, with a new name. */
  readonly body: () => Body
}

/** The calls that list, make, show, change and delete an object. */
export const callsOfNoun = ({ body, id, logType, path }: Noun) =>
  Effect.gen(function*() {
    const { office } = yield* Festival
    const one = Effect.suspend(() => created(office("POST", path, body())))
    const at = (value: number) => ({ [id]: value })
    const calls: ValidCalls = {
      [`GET ${path}`]: always(),
      [`POST ${path}`]: Effect.sync(() => ({ body: body(), audit: `${logType}_created` })),
      [`GET ${path}/{${id}}`]: about(one, (n) => ({ path: at(n) })),
      [`POST ${path}/{${id}}`]: about(one, (n) => ({ path: at(n), body: body(), audit: `${logType}_updated` })),
      [`DELETE ${path}/{${id}}`]: about(one, (n) => ({ path: at(n), audit: `${logType}_deleted` }))
    }
    return calls
  })

/** A valid profile with a new name. */
export const profileWith = (layout_id: number) => ({
  name: newName(),
  layout_id,
  allow_top_up: true,
  allow_cash_out: true,
  allow_ticket_sale: false,
  allow_ticket_vouchers: false,
  enable_ssp_payment: true,
  enable_cash_payment: true,
  enable_card_payment: false
})

/** What an event sells and how tills show it. */
export const catalogueCalls = Effect.gen(function*() {
  const { buttons, office, otherLayout, products, taxes } = yield* Festival
  const goods = { tax_rate_id: taxes.vat, is_locked: false }
  const groups = yield* Effect.all([
    callsOfNoun({
      path: "/products",
      id: "product_id",
      logType: "product",
      body: () => ({ ...goods, name: newName(), price: 3 })
    }),
    callsOfNoun({
      path: "/product-categories",
      id: "product_category_id",
      logType: "product_category",
      body: () => ({ name: newName(), colour: "blue" })
    }),
    callsOfNoun({
      path: "/price-lists",
      id: "price_list_id",
      logType: "price_list",
      body: () => ({
        name: newName(),
        rank: made,
        // So far ahead that its example is the same at any time of any week.
        valid_from: "2100-07-01T00:00:00.000Z",
        windows: [{ days: [5, 6], dates: [], from: "18:00", to: "19:00" }],
        entries: [{ product_id: products.beer, kind: "percent", value: 20 }]
      })
    }),
    callsOfNoun({
      path: "/tax-rates",
      id: "tax_rate_id",
      logType: "tax_rate",
      body: () => ({ name: newName(), rate: 0.07, description: "reduced" })
    }),
    callsOfNoun({
      path: "/tickets",
      id: "ticket_id",
      logType: "ticket",
      body: () => ({ ...goods, name: newName(), price: 12, initial_top_up_amount: 5, restrictions: [] })
    }),
    callsOfNoun({
      path: "/user-tag-variants",
      id: "user_tag_variant_id",
      logType: "user_tag_variant",
      body: () => ({ variant_name: newName(), description: "artists", priority: 5 })
    }),
    callsOfNoun({
      path: "/till-buttons",
      id: "button_id",
      logType: "till_button",
      body: () => ({ name: newName(), product_ids: [products.beer] })
    }),
    callsOfNoun({
      path: "/till-layouts",
      id: "layout_id",
      logType: "till_layout",
      body: () => ({ name: newName(), button_ids: [buttons.beer] })
    }),
    callsOfNoun({
      path: "/till-profiles",
      id: "profile_id",
      logType: "till_profile",
      body: () => profileWith(otherLayout)
    })
  ])
  const ready = Effect.suspend(() =>
    created(office("POST", "/products", { ...goods, name: newName(), price: 3, is_locked: true }))
  )
  const planned = Effect.gen(function*() {
    const product_id = yield* ready
    const version_id = yield* created(
      office("POST", `/products/${product_id}/versions`, { price: 4, valid_from: yield* inAWeek })
    )
    return { product_id, version_id }
  })
  const rate = Effect.suspend(() =>
    created(office("POST", "/tax-rates", { name: newName(), rate: 0.19, description: "" }))
  )
  const plannedRate = Effect.gen(function*() {
    const tax_rate_id = yield* rate
    const version_id = yield* created(
      office("POST", `/tax-rates/${tax_rate_id}/versions`, { rate: 0.07, valid_from: yield* inAWeek })
    )
    return { tax_rate_id, version_id }
  })
  const rateVersions: ValidCalls = {
    "GET /tax-rates/{tax_rate_id}/versions": about(rate, (tax_rate_id) => ({ path: { tax_rate_id } })),
    "POST /tax-rates/{tax_rate_id}/versions": about(rate, (tax_rate_id) => ({
      path: { tax_rate_id },
      body: { rate: 0.07, name: newName() },
      audit: "tax_rate_version_created"
    })),
    "DELETE /tax-rates/{tax_rate_id}/versions/{version_id}": about(plannedRate, (path) => ({
      path,
      audit: "tax_rate_version_deleted"
    }))
  }
  const ticket = Effect.suspend(() =>
    created(
      office("POST", "/tickets", {
        ...goods,
        name: newName(),
        price: 12,
        is_locked: true,
        initial_top_up_amount: 5,
        restrictions: []
      })
    )
  )
  const plannedTicket = Effect.gen(function*() {
    const ticket_id = yield* ticket
    const version_id = yield* created(
      office("POST", `/tickets/${ticket_id}/versions`, { price: 14, valid_from: yield* inAWeek })
    )
    return { ticket_id, version_id }
  })
  const ticketVersions: ValidCalls = {
    "GET /tickets/{ticket_id}/versions": about(ticket, (ticket_id) => ({ path: { ticket_id } })),
    "POST /tickets/{ticket_id}/versions": about(ticket, (ticket_id) => ({
      path: { ticket_id },
      body: { price: 12, tax_rate_id: taxes.none },
      audit: "ticket_version_created"
    })),
    "DELETE /tickets/{ticket_id}/versions/{version_id}": about(plannedTicket, (path) => ({
      path,
      audit: "ticket_version_deleted"
    }))
  }
  const versions: ValidCalls = {
    "GET /products/{product_id}/versions": about(ready, (product_id) => ({ path: { product_id } })),
    "POST /products/{product_id}/versions": about(ready, (product_id) => ({
      path: { product_id },
      body: { price: 3, price_in_vouchers: 2 },
      audit: "product_version_created"
    })),
    "DELETE /products/{product_id}/versions/{version_id}": about(planned, (path) => ({
      path,
      audit: "product_version_deleted"
    })),
    "GET /price-list": always()
  }
  const gone = Effect.tap(ready, (product_id) => office("POST", `/products/${product_id}/sold-out`))
  const soldOut: ValidCalls = {
    "GET /sold-out": Effect.as(gone, {}),
    "POST /products/{product_id}/sold-out": about(ready, (product_id) => ({
      path: { product_id },
      audit: "product_sold_out"
    })),
    "DELETE /products/{product_id}/sold-out": about(gone, (product_id) => ({
      path: { product_id },
      audit: "product_back"
    }))
  }
  const picture = Effect.provideService(storedPicture, Festival, yield* Festival)
  const pictures: ValidCalls = {
    "POST /till-button-pictures": Effect.sync(() => ({
      body: { data: png({ width: 1 + (made++ % 500), height: 16 }).toString("base64") },
      audit: "button_picture_stored"
    })),
    "GET /media/button/{hash}": about(picture, (hash) => ({ path: { hash } }))
  }
  const calls: ValidCalls = Object.assign({}, ...groups, versions, rateVersions, ticketVersions, soldOut, pictures)
  return calls
})

/** The hash of a picture for buttons. */
export const storedPicture = Effect.gen(function*() {
  const { office } = yield* Festival
  const stored = yield* office("POST", "/till-button-pictures", { data: drawn.lossless.toString("base64") })
  return String(done(stored).body.hash)
})

const inAWeek = Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.add(now, { days: 7 })))
