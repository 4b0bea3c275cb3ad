import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Festival, sale, topUp } from "../../support/Festival.ts"
import { malformed, refused } from "../../support/FestivalLedger.ts"
import { type Body, created, done, listOf } from "../../support/FestivalServer.ts"
import { FestivalTickets, scanOf, ticketSale } from "../../support/FestivalTickets.ts"

/** The kinds of wristbands of the festival, and what tests make of them. */
const kinds = Effect.gen(function*() {
  const { bar, event, office, tills } = yield* Festival
  const { entities, ids } = done(yield* office("GET", "/user-tag-variants")).body
  const idOf = (name: string) =>
    Number(Object.values(entities as Record<string, Body>).find(({ variant_name }) => variant_name === name)!.id)
  const newKind = (more: Body = {}) =>
    created(office("POST", "/user-tag-variants", { variant_name: randomUUID(), priority: 5, ...more }))
  const [secret] = listOf(yield* office("GET", "/user-tag-secrets"))

  /** A tag of some kinds. */
  const tag = Effect.fnUntraced(function*(more: Body) {
    const { uid } = yield* tills.tag()
    const pin = randomUUID().slice(0, 13).toUpperCase()
    done(yield* office("POST", "/user-tags", [{ pin, secret_id: secret!.id, ...more }]))
    return { pin, uid }
  })

  /** A guest with such a tag and 50.00 on it. */
  const guest = Effect.fnUntraced(function*(more: Body) {
    const { pin, uid } = yield* tag(more)
    const ticket = { user_tag_pin: pin, user_tag_uid: uid }
    const account = done(yield* bar.post("/user/grant-free-ticket", ticket)).body
    const made = { pin, uid, accountId: account.id as number, label: "" }
    done(yield* bar.post("/order/book-topup", topUp(made, 50, { payment_method: "sumup" })))
    return { ...made, account }
  })

  return { event, guest, ids, newKind, secret: secret!.id, tag, under16: idOf("under_16"), under18: idOf("under_18") }
})

layer(FestivalTickets.layer, { excludeTestServices: true })("kinds of wristbands", (it) => {
  it.effect("begin with the two ages; others are added, changed and deleted, each with an audit entry", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const { ids, under16, under18 } = yield* kinds
      assert.deepStrictEqual((ids as ReadonlyArray<number>).slice(0, 2), [under16, under18])
      const body = { variant_name: " Crew ", description: "who work here", priority: 4 }
      const crew = done(yield* office("POST", "/user-tag-variants", body)).body
      assert.deepInclude(crew, { ...body, variant_name: "Crew", node_id: event })
      const path = `/user-tag-variants/${crew.id}`
      const changed = { variant_name: "Team", description: "", priority: 0 }
      assert.deepInclude(done(yield* office("POST", path, { variant_name: "Team" })).body, changed)
      assert.deepInclude(done(yield* office("GET", path)).body, changed)
      done(yield* office("DELETE", path))
      yield* refused(
        office("GET", path),
        "NotFound",
        { element_type: "user_tag_variant", element_id: crew.id },
        404
      )
      const log = listOf(yield* office("GET", `/tree/nodes/${event}/audit-logs`))
      const about = log.map(({ log_type }) => String(log_type)).filter((type) => type.startsWith("user_tag_variant"))
      assert.sameMembers(about.slice(0, 3), [
        "user_tag_variant_created",
        "user_tag_variant_updated",
        "user_tag_variant_deleted"
      ])
    }))

  it.effect("have names of their own and belong to the event, and the ages keep their names", () =>
    Effect.gen(function*() {
      const { admin, at, event, office } = yield* Festival
      const { newKind, under16 } = yield* kinds
      const path = "/user-tag-variants"
      const name = randomUUID()
      yield* newKind({ variant_name: name })
      yield* refused(office("POST", path, { variant_name: name.toUpperCase() }), "catalogue.variant_name_taken")
      yield* refused(office("POST", path, { variant_name: "UNDER_16" }), "catalogue.variant_name_taken")
      yield* refused(office("POST", `${path}/${under16}`, { variant_name: "young" }), "catalogue.variant_standard")
      yield* refused(office("DELETE", `${path}/${under16}`), "catalogue.variant_standard")
      const kids = { variant_name: "under_16", description: "Kids", priority: 1 }
      assert.deepInclude(done(yield* office("POST", `${path}/${under16}`, kids)).body, kids)
      for (const variant_name of ["", "  ", "x".repeat(61)]) yield* malformed(office("POST", path, { variant_name }))
      yield* malformed(office("POST", path, { variant_name: "x", priority: 1.5 }))
      const stall = yield* created(admin("POST", `/tree/nodes/${event}/create-node`, { name, description: "" }))
      const elsewhere = yield* at(stall)("POST", path, { variant_name: randomUUID() })
      assert.deepStrictEqual([elsewhere.status, elsewhere.body.id], [400, "ResourceNotAllowed"])
      assert.strictEqual(done(yield* at(stall)("GET", `${path}/${under16}`)).body.id, under16)
    }))

  it.effect("of a ticket are given by age or by id, and only those of this event", () =>
    Effect.gen(function*() {
      const { at, neighbour, office, taxes } = yield* Festival
      const { newKind, under18 } = yield* kinds
      const body = () => ({
        name: randomUUID(),
        price: 1,
        tax_rate_id: taxes.none,
        is_locked: true,
        initial_top_up_amount: 0
      })
      const byAge = done(yield* office("POST", "/tickets", { ...body(), restrictions: ["under_18"] })).body
      assert.deepInclude(byAge, { restrictions: ["under_18"], user_tag_variant_ids: [under18] })
      const vip = yield* newKind()
      const byId = done(yield* office("POST", "/tickets", { ...body(), user_tag_variant_ids: [vip] })).body
      assert.deepInclude(byId, { restrictions: [], user_tag_variant_ids: [vip] })
      yield* malformed(office("POST", "/tickets", body()))
      const { event } = yield* neighbour
      const { ids } = done(yield* at(event)("GET", "/user-tag-variants")).body
      for (const foreign of ids as ReadonlyArray<number>) {
        const answer = office("POST", "/tickets", { ...body(), user_tag_variant_ids: [foreign] })
        yield* refused(answer, "catalogue.variant_unknown")
      }
    }))

  it.effect("of a product stay when a client of the older version changes its ages", () =>
    Effect.gen(function*() {
      const { office, productBody } = yield* Festival
      const { newKind, under16, under18 } = yield* kinds
      const vip = yield* newKind()
      const body = productBody("meal", { name: randomUUID(), is_locked: false })
      const made = done(yield* office("POST", "/products", { ...body, user_tag_variant_ids: [vip, under16] })).body
      assert.deepInclude(made, { restrictions: ["under_16"], user_tag_variant_ids: [under16, vip] })
      const change = (more: Body) => office("POST", `/products/${made.id}`, { ...body, ...more })
      const older = done(yield* change({ restrictions: ["under_18"] })).body
      assert.deepInclude(older, { restrictions: ["under_18"], user_tag_variant_ids: [under18, vip] })
      // A caller who sends back all that they read has edited the part that differs.
      const edited = done(yield* change({ restrictions: ["under_18"], user_tag_variant_ids: [under16] })).body
      assert.deepInclude(edited, { restrictions: ["under_16"], user_tag_variant_ids: [under16] })
      const both = { restrictions: ["under_18"], user_tag_variant_ids: [vip] }
      yield* refused(change(both), "catalogue.variants_disagree")
    }))

  it.effect("bar a wristband from products, under 16 as under 18 too", () =>
    Effect.gen(function*() {
      const { bar, office, press, productBody, tills } = yield* Festival
      const { guest, newKind, under16 } = yield* kinds
      const kind = `vip ${randomUUID()}`
      const vip = yield* newKind({ variant_name: kind })
      const name = randomUUID()
      const product = yield* created(
        office("POST", "/products", productBody("food", { name, user_tag_variant_ids: [vip] }))
      )
      const button = yield* created(office("POST", "/till-buttons", { name, product_ids: [product] }))
      const layout = yield* created(office("POST", "/till-layouts", { name, button_ids: [button] }))
      const till = yield* tills.open({ float: 0, profileId: yield* tills.profile({}, layout) })
      const [special, young, plain] = [
        yield* guest({ variant_ids: [vip] }),
        yield* guest({ variant_ids: [under16] }),
        yield* guest({})
      ]
      const press1 = [{ till_button_id: button, quantity: 1 }]
      const { body } = yield* refused(till.post("/order/book-sale", sale(press1, special)), "AgeRestriction", {
        products: [name],
        variants: [kind]
      })
      assert.include(String(body.message), "vip")
      done(yield* till.post("/order/book-sale", sale(press1, young)))
      done(yield* till.post("/order/book-sale", sale(press1, plain)))
      done(yield* till.post("/order/book-sale", sale(press1, null, { payment_method: "sumup" })))
      // The festival's spirit is barred for guests under 18.
      yield* refused(bar.post("/order/check-sale", sale([press("spirit")], young)), "AgeRestriction", {
        products: ["Spirit"],
        variants: ["under_18"]
      })
      done(yield* bar.post("/order/check-sale", sale([press("spirit")], special)))
    }))

  it.effect("decide on the ticket of a wristband and on the owner of a group's order", () =>
    Effect.gen(function*() {
      const { office, taxes } = yield* Festival
      const { create, entrance, layoutOf, open, tickets } = yield* FestivalTickets
      const { newKind, tag, under16, under18 } = yield* kinds
      const vip = yield* newKind()
      const scan = (wristband: { readonly pin: string; readonly uid: bigint }, at = entrance) =>
        at.post("/order/check-ticket-scan", { customer_tags: [scanOf(wristband)] })
      yield* refused(scan(yield* tag({ variant_ids: [vip] })), "order.no_ticket_for_tag")
      const young = done(yield* scan(yield* tag({ variant_ids: [vip, under16] }))).body
      assert.deepInclude((young.scanned_tickets as ReadonlyArray<Body>)[0]!.ticket, { id: tickets.under16 })
      yield* refused(scan(yield* tag({ variant_ids: [under16, under18] })), "order.tickets_for_tag")
      const forVip = yield* create({
        name: randomUUID(),
        price: 3,
        initial_top_up_amount: 0,
        user_tag_variant_ids: [vip]
      })
      const again = { name: randomUUID(), tax_rate_id: taxes.none, is_locked: true, price: 4, initial_top_up_amount: 0 }
      const other = yield* created(office("POST", "/tickets", { ...again, user_tag_variant_ids: [vip] }))
      const shared = office("POST", "/till-layouts", { name: randomUUID(), ticket_ids: [forVip, other] })
      yield* refused(shared, "catalogue.tickets_alike")
      const till = yield* open({ float: 0, layout: yield* layoutOf([forVip, tickets.under16, tickets.under18]) })
      const group = [
        yield* tag({ variant_ids: [under16] }),
        yield* tag({ variant_ids: [under18] }),
        yield* tag({ variant_ids: [under18] })
      ]
      const sold = done(yield* till.post("/order/book-ticket-sale", ticketSale(group.map((one) => scanOf(one))))).body
      const owner = done(yield* till.get(`/customer/${group[1]!.uid}`)).body
      assert.strictEqual(sold.customer_account_id, owner.id)
      assert.deepInclude(owner, {
        restriction: "under_18",
        user_tag_variant_ids: [under18],
        user_tag_variant_names: ["under_18"]
      })
    }))

  it.effect("are not deleted while wristbands, products or tickets have them, and the refusal counts these", () =>
    Effect.gen(function*() {
      const { office, productBody, taxes } = yield* Festival
      const { newKind, secret, tag } = yield* kinds
      const id = yield* newKind({ variant_name: `used ${randomUUID()}` })
      const remove = office("DELETE", `/user-tag-variants/${id}`)
      const product = { ...productBody("meal"), name: randomUUID(), user_tag_variant_ids: [id] }
      const made = yield* created(office("POST", "/products", product))
      const ticket = {
        name: randomUUID(),
        tax_rate_id: taxes.none,
        is_locked: true,
        price: 4,
        initial_top_up_amount: 0
      }
      const sold = yield* created(office("POST", "/tickets", { ...ticket, user_tag_variant_ids: [id] }))
      const { body } = yield* refused(remove, "catalogue.variant_used")
      assert.match(String(body.message), /0 wristbands, 1 products and 1 tickets$/)
      done(yield* office("DELETE", `/products/${made}`))
      done(yield* office("DELETE", `/tickets/${sold}`))
      const pins = Array.from({ length: 3 }, () => randomUUID().slice(0, 13))
      done(yield* office("POST", "/user-tags", pins.map((pin) => ({ pin, secret_id: secret, variant_ids: [id] }))))
      yield* tag({ variant_ids: [id] })
      assert.match(String((yield* refused(remove, "catalogue.variant_used")).body.message), /4 wristbands/)
      const unused = yield* newKind()
      done(yield* office("DELETE", `/user-tag-variants/${unused}`))
    }))

  it.effect("of imported wristbands are named or numbered; what the event lacks is refused as a whole", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { newKind, secret, under16 } = yield* kinds
      const name = `crew ${randomUUID()}`
      const crew = yield* newKind({ variant_name: name, priority: 9 })
      const pin = randomUUID().slice(0, 13)
      const import1 = (more: Body) => office("POST", "/user-tags", [{ pin, secret_id: secret, ...more }])
      const missing = yield* refused(
        import1({ variant_ids: [999_999], variant_names: ["nobody", "staff"] }),
        "tag.import_variants_unknown"
      )
      assert.include(String(missing.body.message), "999999, nobody, staff")
      const named = { variant_ids: [crew], variant_names: [` ${name.toUpperCase()} `, ""], restriction: "under_16" }
      done(yield* import1(named))
      const found = done(yield* office("GET", `/user-tags?search=${pin}`)).body
      const [wristband] = Object.values(found.entities as Record<string, Body>)
      assert.deepInclude(wristband, {
        variant_ids: [under16, crew],
        variant_names: ["under_16", name],
        restriction: "under_16"
      })
      const byKind = done(yield* office("GET", `/user-tags?variant=${crew}`)).body
      assert.deepStrictEqual(byKind.ids, [wristband!.id])
    }))

  it.effect("are listed as CSV with their wristbands; of those handed out none where only free ones are asked for", () =>
    Effect.gen(function*() {
      const { office } = yield* Festival
      const { guest, newKind, secret, under16 } = yield* kinds
      const name = `vip ${randomUUID()}`
      const vip = yield* newKind({ variant_name: name })
      const prefix = randomUUID().slice(0, 8).toUpperCase()
      const [both, one, only] = ["A", "B", "C"].map((letter) => `${prefix}${letter}`)
      const tags = [
        { pin: only, variant_ids: [vip, under16] },
        { pin: both, variant_ids: [vip] },
        { pin: one, variant_ids: [vip] }
      ]
      done(yield* office("POST", "/user-tags", tags.map((tag) => ({ secret_id: secret, ...tag }))))
      const handedOut = yield* guest({ variant_ids: [vip] })
      const csv = (body: Body) =>
        Effect.map(office("POST", "/user-tags/csv-export", body), (answer) => JSON.parse(done(answer).text))
      const free = yield* csv({ exclude_activated: true, variant_ids: [vip] })
      assert.strictEqual(
        free,
        `pin,variants\r\n${both},${name}\r\n${one},${name}\r\n${only},"under_16,${name}"\r\n`
      )
      assert.include(yield* csv({ variant_ids: [vip] }), `${handedOut.pin},${name}\r\n`)
      // Both wristbands of a guest who got another one count as handed out.
      const other = { new_user_tag_pin: one, new_user_tag_uid: handedOut.uid + 500_000n, comment: "lost" }
      done(yield* office("POST", `/customers/${handedOut.accountId}/switch-tag`, other))
      assert.notInclude(yield* csv({ exclude_activated: true }), one)
      assert.notInclude(yield* csv({ exclude_activated: true }), handedOut.pin)
      yield* refused(office("POST", "/user-tags/csv-export", { variant_ids: [999_999] }), "catalogue.variant_unknown")
    }))
})
