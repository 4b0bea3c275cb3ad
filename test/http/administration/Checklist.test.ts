import { assert, layer } from "@effect/vitest"
import { type EventAnswers, noAnswers } from "@wristbank/core/eventfile/outline/EventAnswers"
import { outlineOf } from "@wristbank/core/eventfile/outline/EventOutline"
import type { SetupStep } from "@wristbank/core/overview/Checklist"
import { Effect, Layer, Logger } from "effect"
import { randomUUID } from "node:crypto"
import { inTurn } from "../../core/eventfile/outline/AnyAnswers.ts"
import { administrator, installed } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { Address, type Body, type Call, caller, created, done, emptyServer } from "../../support/FestivalServer.ts"
import { everythingAllowed } from "../../support/profile.ts"

const server = Layer.provideMerge(installed, emptyServer).pipe(Layer.provide(Logger.layer([])))

const chips = { cashier: 0x04a1b2c3d40001n, guest: 0x04a1b2c3d40002n }

/** An event without anything, on an installation that has only its administrator. */
const emptyEvent = Effect.gen(function*() {
  const address = yield* Address
  const { login: username, password } = administrator
  const signedIn = done(
    yield* caller(`${address}/administration`, null)("POST", "/auth/login", { username, password, node_id: null })
  )
  const admin = caller(`${address}/administration`, (signedIn.body.success as Body).token as string)
  const settings = {
    ...eventSettings,
    max_account_balance: 0,
    bon_issuer: "",
    bon_address: "",
    customer_portal_url: ""
  }
  const event = yield* created(
    admin("POST", "/tree/nodes/0/create-event", { name: randomUUID(), description: "", ...settings })
  )
  const office: Call = (method, path, body) => admin(method, `${path}?node_id=${event}`, body)
  const steps = Effect.map(
    admin("GET", `/tree/events/${event}/checklist`),
    (answer) => done(answer).body as { readonly ready: boolean; readonly steps: ReadonlyArray<Body> }
  )
  const settle = (change: Body) =>
    Effect.map(admin("POST", `/tree/events/${event}/event-settings`, { ...settings, ...change }), done)
  return { address, admin, office, settle, steps }
})

/** What an administrator does for each step that is missing, and nothing else. */
const acts = Effect.fnUntraced(function*({ address, office, settle }: Effect.Success<typeof emptyEvent>) {
  const made: Record<string, number> = {}
  const make = (name: string, path: string, body: Body) =>
    Effect.map(created(office("POST", path, body)), (id) => {
      made[name] = id
    })
  const terminal = { token: "" }
  const tax = (done(yield* office("GET", "/tax-rates")).body.ids as ReadonlyArray<number>)[0]!
  const item = { tax_rate_id: tax, is_locked: true, restrictions: [] }
  const till = (): Call => caller(`${address}/terminal`, terminal.token)
  const signIn = () => till()("POST", "/user/login", { user_tag: { uid: chips.cashier }, user_role_id: made.role })
  const steps: { readonly [step in SetupStep]?: Effect.Effect<unknown> } = {
    highest_balance: settle({ max_account_balance: 150 }),
    product: make("product", "/products", { name: "Beer", price: 3, ...item }),
    button: Effect.suspend(() => make("button", "/till-buttons", { name: "Beer", product_ids: [made.product] })),
    layout: Effect.suspend(() =>
      make("layout", "/till-layouts", { name: "Bar", button_ids: [made.button], ticket_ids: [made.ticket] })
    ),
    profile: Effect.suspend(() =>
      make("profile", "/till-profiles", { name: "Bar", layout_id: made.layout, ...everythingAllowed })
    ),
    till: Effect.suspend(() => make("till", "/tills", { name: "Bar", active_profile_id: made.profile })),
    terminal: Effect.gen(function*() {
      const { body } = done(yield* office("POST", "/terminal", { name: "Bar" }))
      done(yield* office("POST", `/tills/${made.till}/switch-terminal`, { new_terminal_id: body.id }))
      const call = caller(`${address}/terminal`, null)
      const { registration_uuid } = body
      terminal.token = String(
        done(yield* call("POST", "/auth/register_terminal", { registration_uuid })).body.token
      )
    }),
    tag_secret: make("secret", "/user-tag-secrets", {
      key0: "00112233445566778899aabbccddeeff",
      key1: "ffeeddccbbaa99887766554433221100",
      description: ""
    }),
    wristbands: Effect.suspend(() =>
      Effect.map(
        office("POST", "/user-tags", ["GUEST-PIN-1", "STAFF-PIN-1"].map((pin) => ({ pin, secret_id: made.secret }))),
        done
      )
    ),
    role: make("role", "/user-roles", {
      name: "cashier",
      privileges: ["terminal_login", "can_book_orders", "cash_transport"]
    }),
    cashier: Effect.gen(function*() {
      yield* make("cashier", "/users", {
        login: "anna",
        display_name: "Anna",
        user_tag_pin: "STAFF-PIN-1",
        user_tag_uid_hex: chips.cashier.toString(16).toUpperCase()
      })
      done(yield* office("POST", "/user-to-roles", { user_id: made.cashier, role_ids: [made.role] }))
    }),
    tickets: make("ticket", "/tickets", { name: "Entry", price: 10, initial_top_up_amount: 5, ...item }),
    register: make("register", "/till-registers", { name: "Drawer 1" }),
    stocking: make("stocking", "/till-register-stockings", { name: "Float", variable_in_euro: 100 }),
    float: Effect.gen(function*() {
      done(yield* signIn())
      done(
        yield* till()("POST", "/stock-up-cash-register", {
          cashier_tag_uid: chips.cashier,
          cash_register_id: made.register,
          register_stocking_id: made.stocking
        })
      )
    })
  }
  return { made, steps, till }
})

layer(server, { excludeTestServices: true })("the set-up checklist", (it) => {
  it.effect("leads an empty installation to the first sale: its missing steps alone are enough", () =>
    Effect.gen(function*() {
      const festival = yield* emptyEvent
      const { made, steps, till } = yield* acts(festival)
      const finished: Array<string> = []
      const missing = Effect.map(festival.steps, (list) => ({
        ready: list.ready,
        names: list.steps.filter(({ state }) => state === "missing").map(({ step }) => String(step))
      }))
      let { names, ready } = yield* missing
      assert.includeMembers(names, ["highest_balance", "product", "terminal", "cashier"])
      while (names.length > 0) {
        assert.isFalse(ready)
        const [step] = names
        const act = steps[step as SetupStep]
        assert.isDefined(act, step)
        yield* act!
        finished.push(step!)
        const after = yield* missing
        assert.notInclude(after.names, step)
        names = after.names
        ready = after.ready
      }
      assert.isTrue(ready)
      assert.includeMembers(finished, [
        "product",
        "button",
        "layout",
        "profile",
        "till",
        "terminal",
        "wristbands",
        "cashier"
      ])

      const call = till()
      const guest = { customer_tag_uid: chips.guest }
      const wristband = { tag_uid: chips.guest, tag_pin: "GUEST-PIN-1" }
      done(
        yield* call("POST", "/order/book-ticket-sale", {
          uuid: randomUUID(),
          payment_method: "cash",
          customer_tags: [wristband]
        })
      )
      done(
        yield* call("POST", "/order/book-topup", { uuid: randomUUID(), payment_method: "cash", amount: 10, ...guest })
      )
      const sold = done(
        yield* call("POST", "/order/book-sale", {
          uuid: randomUUID(),
          payment_method: "tag",
          ...guest,
          buttons: [{ till_button_id: made.button, quantity: 2 }]
        })
      ).body
      assert.strictEqual(sold.new_balance, 5 + 10 - 6)
      done(
        yield* call("POST", "/order/book-sale", {
          uuid: randomUUID(),
          payment_method: "cash",
          buttons: [{ till_button_id: made.button, quantity: 1 }]
        })
      )
    }))

  it.effect("names the objects that do not fulfil their step, and warns of what is not needed at once", () =>
    Effect.gen(function*() {
      const { office, steps } = yield* emptyEvent
      const tax = (done(yield* office("GET", "/tax-rates")).body.ids as ReadonlyArray<number>)[0]!
      const unlocked = yield* created(
        office("POST", "/products", { name: "Water", price: 1, tax_rate_id: tax, is_locked: false, restrictions: [] })
      )
      const list = yield* steps
      const step = (name: SetupStep) => list.steps.find((one) => one.step === name)
      assert.deepInclude(step("product"), { state: "missing", count: 0, unusable: [{ id: unlocked, name: "Water" }] })
      // The profile of the till for internal movements of cash is not for anyone to change.
      assert.deepInclude(step("profile"), { state: "missing", unusable: [] })
      assert.deepStrictEqual(
        (["tickets", "ticket_sale", "top_up", "register"] as const).map((name) => step(name)?.state),
        ["missing", "missing", "missing", "missing"]
      )
      const states = ["event_dates", "tax_rates", "receipt_issuer", "mail", "payouts", "signing_device"] as const
      assert.deepStrictEqual(states.map((name) => step(name)?.state), [
        "warning",
        "warning",
        "warning",
        "optional",
        "optional",
        "warning"
      ])
    }))

  it.effect("asks of an event only what it needs: by its country, and by how guests pay", () =>
    Effect.gen(function*() {
      const { admin } = yield* emptyEvent
      const stateOf = Effect.fnUntraced(function*(more: Partial<EventAnswers>) {
        const answers = {
          ...noAnswers,
          name: randomUUID(),
          contact: "help@fest.example",
          leads: "Lea L1 84A1B2C3D40001"
        }
        const stalls = { ...noAnswers.stalls, bar: 1 }
        const outline = outlineOf({ ...answers, stalls, ...more }, "en", inTurn())
        if ("problems" in outline) throw new Error(JSON.stringify(outline.problems))
        const body = { file: JSON.stringify(outline.file), secrets: outline.secrets }
        const { fingerprint } = done(yield* admin("POST", "/tree/nodes/0/plan-event-file", body)).body
        const made = done(yield* admin("POST", "/tree/nodes/0/apply-event-file", { ...body, fingerprint })).body
        const { steps } = done(yield* admin("GET", `/tree/events/${made.event_id}/checklist`)).body
        const list = steps as ReadonlyArray<Body>
        const missing = list.filter(({ state }) => state === "missing").map(({ step }) => step)
        return [missing, list.find(({ step }) => step === "signing_device")!.state] as const
      })
      assert.deepStrictEqual(yield* stateOf({}), [["terminal", "wristbands", "float"], "warning"])
      assert.deepStrictEqual(yield* stateOf({ country: "CH", wristbands: false }), [["terminal", "float"], "optional"])
    }))

  it.effect("warns of a deposit at 0 % on a button with goods that are taxed, until another one is sold there", () =>
    Effect.gen(function*() {
      const { office, steps } = yield* emptyEvent
      const free = (done(yield* office("GET", "/tax-rates")).body.ids as ReadonlyArray<number>)[0]!
      const vat = yield* created(
        office("POST", "/tax-rates", { name: "VAT", rate: 0.19, description: "VAT", tax_type: "regular_vat" })
      )
      const made = (name: string, tax_rate_id: number, is_returnable: boolean) =>
        created(office("POST", "/products", {
          name,
          price: 2,
          tax_rate_id,
          is_locked: true,
          is_returnable,
          restrictions: []
        }))
      const step = Effect.map(steps, (list) => {
        const { count, state, unusable } = list.steps.find((one) => one.step === "deposit_tax")!
        return { count, state, unusable }
      })
      assert.deepStrictEqual(yield* step, { count: 0, state: "optional", unusable: [] })
      const [beer, cup, glass] = [
        yield* made("Beer", vat, false),
        yield* made("Cup", free, true),
        yield* made("Glass", vat, true)
      ]
      assert.deepStrictEqual(yield* step, { count: 2, state: "done", unusable: [] })
      const button = yield* created(office("POST", "/till-buttons", { name: "Beer", product_ids: [beer, cup] }))
      assert.deepStrictEqual(yield* step, { count: 1, state: "warning", unusable: [{ id: cup, name: "Cup" }] })
      done(yield* office("POST", `/till-buttons/${button}`, { name: "Beer", product_ids: [beer, glass] }))
      assert.deepStrictEqual(yield* step, { count: 2, state: "done", unusable: [] })
    }))

  it.effect("counts cashiers who need a lead once there is one, on tills that have no device yet", () =>
    Effect.gen(function*() {
      const festival = yield* emptyEvent
      const { made, steps } = yield* acts(festival)
      const { office } = festival
      for (const name of ["product", "tickets", "button", "layout", "profile", "till", "tag_secret"] as const) {
        yield* steps[name]!
      }
      const pins = ["LEAD-PIN-11", "SELLER-PIN-1"]
      done(yield* office("POST", "/user-tags", pins.map((pin) => ({ pin, secret_id: made.secret }))))
      const cashiers = Effect.map(festival.steps, (list) => {
        const { state, unusable } = list.steps.find(({ step }) => step === "cashier")!
        return { state, unusable }
      })
      const person = Effect.fnUntraced(function*(login: string, pin: string, privileges: ReadonlyArray<string>) {
        const role = yield* created(office("POST", "/user-roles", { name: login, privileges }))
        const user_tag_uid_hex = Buffer.from(login).toString("hex").toUpperCase()
        const id = yield* created(
          office("POST", "/users", { login, display_name: login, user_tag_pin: pin, user_tag_uid_hex })
        )
        done(yield* office("POST", "/user-to-roles", { user_id: id, role_ids: [role] }))
        return id
      })
      const seller = yield* person("ben", pins[1]!, ["supervised_terminal_login", "can_book_orders"])
      assert.deepStrictEqual(yield* cashiers, { state: "missing", unusable: [{ id: seller, name: "ben" }] })
      yield* person("lea", pins[0]!, ["terminal_login"])
      assert.deepStrictEqual(yield* cashiers, { state: "done", unusable: [] })
    }))
})
