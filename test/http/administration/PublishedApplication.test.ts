import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { administrator } from "../../support/administration.ts"
import { Festival } from "../../support/Festival.ts"
import { type Body, caller, created, done, listOf } from "../../support/FestivalServer.ts"
import { profileWith } from "../calls/OfficeCatalogueCalls.ts"
import { newTse } from "../calls/OfficeFiscalCalls.ts"

/** The application signs in with name and password alone, and has nothing but the token: no cookie, no version, no further header. */
const signedIn = Effect.gen(function*() {
  const { address, event } = yield* Festival
  const { login: username, password } = administrator
  const { body } = done(yield* caller(`${address}/administration`, null)("POST", "/auth/login", { username, password }))
  const api = caller(`${address}/administration`, String((body.success as Body).token))
  const at = (path: string) => `${path}${path.includes("?") ? "&" : "?"}node_id=${event}`
  return {
    event,
    get: (path: string) =>
      Effect.map(api("GET", at(path)), (answer) => {
        assert.strictEqual(answer.status, 200, `${path} ${answer.text}`)
        return answer
      }),
    post: (path: string, sent: unknown) => Effect.map(api("POST", at(path), sent), done),
    send: api
  }
})

/** The lists that its screens open with: objects by their id, in an order. */
const lists = [
  "/products",
  "/tax-rates",
  "/tickets",
  "/till-buttons",
  "/till-layouts",
  "/till-profiles",
  "/till-registers",
  "/till-register-stockings",
  "/tills",
  "/terminal",
  "/cashiers",
  "/users",
  "/users?filter_privilege=node_administration",
  "/user-roles",
  "/system-accounts",
  "/tses/",
  "/payouts/"
]

/** What else its screens show. */
const answers = [
  "/public-config",
  "/tree/",
  "/money-overview",
  "/stats/products",
  "/stats/entries",
  "/stats/top-ups",
  "/stats/pay-outs",
  "/stats/vouchers",
  "/payouts/pending-payout-detail",
  "/customers-with-blocked-payout",
  "/user-tag-secrets",
  "/user-to-roles",
  "/tickets/external-tickets"
]

const entitiesOf = ({ body }: { readonly body: Body }) => body.entities as Readonly<Record<string, Body>>

const withoutVersion = (answer: Body): Body => {
  const { version: _, ...fields } = answer
  return fields
}

layer(Festival.layer, { excludeTestServices: true })("the published administration application", (it) => {
  it.effect("finds every list that its screens show, by its token alone", () =>
    Effect.gen(function*() {
      const { bar, configure, guest } = yield* Festival
      const { accountId, pin } = yield* guest()
      // Without them the application shows a warning in place of statistics.
      yield* configure({
        start_date: "2026-07-01T10:00:00Z",
        end_date: "2026-07-05T10:00:00Z",
        daily_end_time: "06:00:00"
      })
      const { event, get, post } = yield* signedIn
      for (const path of lists) {
        const answer = yield* get(path)
        const { ids } = answer.body as { readonly ids: ReadonlyArray<number> }
        assert.sameMembers(ids.map(String), Object.keys(entitiesOf(answer)), path)
      }
      for (const path of [...answers, `/tree/nodes/${event}/audit-logs`, `/tree/events/${event}/settings`]) {
        yield* get(path)
      }
      const ofOne = [
        `/customers/${accountId}`,
        `/orders?customer_account_id=${accountId}`,
        `/cashiers/${bar.cashier.id}/shifts`
      ]
      for (const path of [...ofOne, `/orders/by-till/${bar.id}`]) yield* get(path)
      const [found] = listOf(yield* post("/customers/find-customers", { search_term: pin }))
      assert.deepInclude(found, { id: accountId, balance: 100 })
    }))

  it.effect("changes each object by sending it back as its list shows it, and changes nothing else", () =>
    Effect.gen(function*() {
      const { bar, buttons, products, taxes } = yield* Festival
      const { get, post } = yield* signedIn
      const [under16] = (yield* get("/user-tag-variants")).body.ids as ReadonlyArray<number>
      const make = (path: string, body: Body) => created(post(path, body))
      const good = { price: 3, tax_rate_id: taxes.vat, is_locked: false, restrictions: [] }
      const product = yield* make("/products", { name: "Cider", fixed_price: true, price_in_vouchers: 1, ...good })
      const ticket = yield* make("/tickets", { name: "Day", initial_top_up_amount: 5, ...good })
      const rate = yield* make("/tax-rates", { name: "7 %", rate: 0.07, description: "reduced" })
      const button = yield* make("/till-buttons", { name: "Cider", product_ids: [products.beer] })
      const layout = yield* make("/till-layouts", {
        name: "Cider",
        description: null,
        button_ids: [buttons.food, buttons.beer],
        ticket_ids: [ticket]
      })
      const profile = yield* make("/till-profiles", profileWith(layout))
      const stocking = yield* make("/till-register-stockings", { name: "Float", euro20: 5, variable_in_euro: 12.5 })
      const role = yield* make("/user-roles", { name: "Cider", is_privileged: false, privileges: ["can_book_orders"] })
      const device = yield* make("/tses/", newTse())
      const edits: ReadonlyArray<readonly [path: string, id: number, change: Body]> = [
        ["/products", product, { name: "Dry cider", price: 3.5, price_per_voucher: 3.5 }],
        ["/products", product, { restrictions: ["under_16"], user_tag_variant_ids: [under16] }],
        ["/tickets", ticket, { name: "Whole day", initial_top_up_amount: 7.5, total_price: 10.5 }],
        ["/tax-rates", rate, { description: "Reduced rate" }],
        ["/till-buttons", button, { product_ids: [products.beer, products.deposit], price: 5 }],
        ["/till-layouts", layout, { button_ids: [buttons.beer, buttons.food] }],
        ["/till-profiles", profile, { name: "Cider", allow_cash_out: false }],
        ["/till-registers", bar.registerId!, { name: "Drawer of the bar" }],
        ["/till-register-stockings", stocking, { euro10: 2, total: 132.5 }],
        ["/tills", bar.id, { description: "Beside the stage" }],
        ["/terminal", bar.terminalId, { description: "Black case" }],
        ["/users", bar.cashier.id, { display_name: "Bar lead" }],
        ["/user-roles", role, {
          privileges: ["can_book_orders", "grant_vouchers"],
          event_privileges: ["grant_vouchers"]
        }],
        ["/tses", device, { name: "Spare device", ws_timeout: 7.5 }]
      ]
      for (const [path, id, change] of edits) {
        const list = path === "/tses" ? "/tses/" : path
        const read = Effect.map(get(list), (answer) => withoutVersion(entitiesOf(answer)[id]!))
        const before = yield* read
        yield* post(`${path}/${id}`, { ...before, ...change })
        assert.deepStrictEqual(yield* read, { ...before, ...change }, path)
      }
    }))

  it.effect("changes settings of an event, a node's name, someone's roles, and comments", () =>
    Effect.gen(function*() {
      const { bar, guest } = yield* Festival
      const { accountId } = yield* guest()
      const { event, get, post, send } = yield* signedIn
      const settings = `/tree/events/${event}/settings`
      const before = withoutVersion((yield* get(settings)).body)
      const changed = { ...before, bon_title: "Thank you", max_account_balance: 120.5 }
      done(yield* send("POST", `/tree/events/${event}/event-settings`, changed))
      assert.deepStrictEqual(withoutVersion((yield* get(settings)).body), changed)
      const node = { name: "Harbour", description: "By the water" }
      const forbidden = { forbidden_objects_at_node: [], forbidden_objects_in_subtree: [] }
      assert.deepInclude(
        done(yield* send("POST", `/tree/nodes/${event}/settings`, { ...node, ...forbidden })).body,
        node
      )
      const roles = { user_id: bar.cashier.id, role_ids: [] }
      yield* post("/user-to-roles", roles)
      const assigned = listOf(yield* get("/user-to-roles"))
      assert.isUndefined(assigned.find(({ user_id }) => user_id === bar.cashier.id))
      const comment = { comment: "lost a shoe" }
      assert.deepInclude((yield* post(`/accounts/${accountId}/update-comment`, comment)).body, comment)
      const { user_tag_id } = (yield* get(`/customers/${accountId}`)).body
      assert.deepInclude((yield* post(`/user-tags/${user_tag_id}/update-comment`, comment)).body, comment)
    }))
})
