import { assert, layer } from "@effect/vitest"
import { Events } from "@wristbank/core/event/Events"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, Server, serverLayer } from "../../support/administration.ts"
import { eventSettings } from "../../support/eventSettings.ts"
import { settledEvent } from "./SettledEvent.ts"

const secrets = {
  sumup_api_key: "sup_sk_1",
  sumup_affiliate_key: "affiliate-1",
  sumup_oauth_client_secret: "cc_sk_1",
  pretix_api_key: "pretix-1",
  email_smtp_password: "smtp-password-1"
}

layer(serverLayer, { excludeTestServices: true })("event settings", (it) => {
  it.effect("come back as they were given, with every field", () =>
    Effect.gen(function*() {
      const given = {
        ...eventSettings,
        currency_identifier: "CHF",
        max_account_balance: 123.45,
        start_date: "2026-08-01T10:00:00+02:00",
        end_date: "2026-08-03T22:30:00.5Z",
        daily_end_time: "06:00:00",
        time_zone: "Europe/Zurich",
        customer_portal_url: "https://pay.example.org",
        pretix_ticket_ids: [3, 9007199254740991],
        sumup_merchant_code: "MC12",
        sumup_oauth_client_id: "cc_id",
        email_default_sender: "fest@example.org",
        email_smtp_host: "mail.example.org",
        email_smtp_port: 587,
        email_smtp_username: "fest",
        payout_sender: "payout@example.org",
        payout_done_subject: "Done",
        payout_done_message: "Paid\nout",
        payout_registered_subject: "Registered",
        payout_registered_message: "Soon",
        sepa_max_num_payouts_in_run: 7,
        allow_register_overdraft: true,
        translation_texts: { "de-DE": { faq: "Fragen" }, "en-US": { faq: "Questions" } }
      }
      const { id, settings, update } = yield* settledEvent("Complete", given)
      const { pretix_api_key, ...others } = given
      const expected = {
        ...others,
        start_date: "2026-08-01T08:00:00.000Z",
        end_date: "2026-08-03T22:30:00.500Z",
        id,
        languages: ["en-US", "de-DE"],
        sumup_oauth_refresh_token: "",
        pretix_api_key
      }
      assert.deepInclude(yield* settings, expected)
      // Absent fields are cleared, except for texts, time zone and limits.
      const updated = yield* update({})
      assert.strictEqual(updated.status, 200)
      assert.deepInclude(yield* settings, {
        max_account_balance: 150,
        start_date: null,
        email_smtp_host: null,
        sumup_merchant_code: "",
        translation_texts: {},
        time_zone: "Europe/Zurich",
        sepa_max_num_payouts_in_run: 7,
        allow_register_overdraft: true,
        payout_done_message: "Paid\nout",
        payout_registered_message: "Soon"
      })
      const sql = yield* SqlClient.SqlClient
      const [stored] = yield* sql<{ cents: bigint }>`select (settings->>'max_account_balance')::bigint as cents
        from event where event_id = ${id}`
      assert.strictEqual(stored?.cents, 15_000n)
    }))

  it.effect("never show a secret once it is stored", () =>
    Effect.gen(function*() {
      const { id, settings, update } = yield* settledEvent("Secretive", secrets)
      const marker = "********"
      const masked = Object.fromEntries(Object.keys(secrets).map((name) => [name, marker]))
      assert.deepInclude(yield* settings, masked)
      // Secrets sent back as markers stay; a new secret replaces the old one, and an absent one is removed.
      const { sumup_affiliate_key: _, ...others } = masked
      yield* update({ ...others, pretix_api_key: "pretix-2" })
      assert.deepInclude(yield* settings, { ...masked, sumup_affiliate_key: "" })
      const events = yield* Events
      const open = (name: keyof typeof secrets) =>
        Effect.map(events.secret(BigInt(id), name), Option.map((secret) => Redacted.value(secret)))
      assert.deepStrictEqual(yield* open("pretix_api_key"), Option.some("pretix-2"))
      assert.deepStrictEqual(yield* open("email_smtp_password"), Option.some("smtp-password-1"))
      assert.deepStrictEqual(yield* open("sumup_affiliate_key"), Option.none())
      const sql = yield* SqlClient.SqlClient
      const [all] = yield* sql<{ text: string }>`select
        (select string_agg(event::text, ' ') from event) || (select string_agg(content::text, ' ') from audit_log) as text`
      for (const secret of [...Object.values(secrets), "pretix-2"]) assert.notInclude(String(all?.text), secret)
    }))

  it.effect("want a secret anew where its server is another one", () =>
    Effect.gen(function*() {
      const marked = { pretix_api_key: "********", email_smtp_password: "********" }
      const servers = {
        pretix_shop_url: "https://shop.example/fest",
        email_smtp_host: "mail.example.org",
        email_smtp_port: 587
      }
      const { settings, update } = yield* settledEvent("Moving", { ...secrets, ...servers })
      const refused = Effect.fnUntraced(function*(changed: object, named: string) {
        const before = yield* settings
        const { body, status } = yield* update({ ...servers, ...marked, ...changed })
        assert.deepStrictEqual([status, field(body, "rule")], [400, "organisation.secret_needed_anew"])
        assert.include(field(body, "message"), `${named} is needed anew`)
        const problems = field(body, "problems") as ReadonlyArray<{ readonly [field: string]: unknown }>
        assert.isTrue(problems.every(({ rule }) => rule === "organisation.secret_of_other_server"))
        assert.deepInclude(problems.map(({ fields }) => fields), [named])
        assert.deepStrictEqual(yield* settings, before)
      })
      yield* refused({ email_smtp_host: "mail.example.net" }, "email_smtp_password")
      yield* refused({ email_smtp_port: 465 }, "email_smtp_password")
      for (
        const pretix_shop_url of ["http://shop.example/fest", "https://shop.example:444/", "https://shop.example.net"]
      ) {
        yield* refused({ pretix_shop_url }, "pretix_api_key")
      }
      const same = { email_smtp_host: "Mail.Example.ORG", pretix_shop_url: "https://SHOP.example/other" }
      assert.strictEqual((yield* update({ ...servers, ...marked, ...same })).status, 200)
      // Removing the server first is no way around it.
      assert.strictEqual((yield* update({ ...marked, email_smtp_host: null, pretix_shop_url: null })).status, 200)
      yield* refused({}, "email_smtp_password")
      const anew = { pretix_api_key: "pretix-3", email_smtp_password: "smtp-password-3" }
      assert.strictEqual((yield* update({ ...servers, email_smtp_host: "mail.example.net", ...anew })).status, 200)
    }))

  it.effect("refuse what can't be right", () =>
    Effect.gen(function*() {
      const { settings, update } = yield* settledEvent("Strict")
      const before = yield* settings
      const malformed = {
        currency_identifier: ["JPY", "eur", "", 5],
        max_account_balance: [-1, 1.234, "NaN"],
        time_zone: ["Mars/Olympus", "+02:00", ""],
        customer_portal_contact_email: ["nobody", "a@b", "a b@c.de", ""],
        customer_portal_about_page_url: ["javascript:alert(1)"],
        start_date: ["2026-08-01T10:00:00", "tomorrow"],
        daily_end_time: [
          "25:00:00",
          "6",
          "06:00:00+1",
          "06:00:00.",
          "24:00:00.000+01:00",
          `06:00:00.${"0".repeat(10)}`
        ],
        email_smtp_port: [0, 70000, 1.5],
        payout_done_subject: ["two\nlines"],
        sepa_allowed_country_codes: [["Germany"], "DE"],
        translation_texts: [{ "fr-FR": { faq: "?" } }, []],
        bon_title: ["x".repeat(10_001), null]
      }
      for (const [name, values] of Object.entries(malformed)) {
        for (const value of values) {
          const { body, status } = yield* update({ [name]: value })
          assert.strictEqual(status, 422, `${name} ${JSON.stringify(value)}`)
          assert.strictEqual(field(body, "detail", 0, "loc", 1), name)
        }
      }
      const day = "2026-08-01T10:00:00Z"
      const refused = [
        [{ start_date: day }, "organisation.event_half_dated"],
        [{ end_date: day }, "organisation.event_half_dated"],
        [{ start_date: day, end_date: day }, "organisation.event_ends_before"]
      ] as const
      for (const [dates, rule] of refused) {
        const { body, status } = yield* update(dates)
        assert.deepStrictEqual([status, field(body, "rule")], [400, rule])
      }
      assert.deepStrictEqual(yield* settings, before)
    }))

  it.effect("hold all that is switched on needs, secrets among it", () =>
    Effect.gen(function*() {
      const { settings, token, update } = yield* settledEvent("Switched")
      const refused = Effect.fnUntraced(function*(changed: object, ...named: ReadonlyArray<string>) {
        const before = yield* settings
        const { body, status } = yield* update(changed)
        assert.deepStrictEqual([status, field(body, "rule")], [400, "event.settings_incomplete"])
        for (const name of named) assert.include(field(body, "message"), name)
        assert.deepStrictEqual(yield* settings, before)
      })
      const cards = { sumup_payment_enabled: true, sumup_merchant_code: "MC1", sumup_oauth_client_id: "cc" }
      yield* refused(cards, "sumup_api_key", "sumup_affiliate_key", "sumup_oauth_client_secret")
      assert.strictEqual((yield* update({ ...cards, ...secrets })).status, 200)
      const marked = Object.fromEntries(Object.keys(secrets).map((name) => [name, "********"]))
      assert.strictEqual((yield* update({ ...cards, ...marked })).status, 200)
      yield* refused({ ...cards, ...marked, sumup_api_key: "" }, "sumup_api_key")
      yield* refused({ sepa_enabled: true, sepa_sender_iban: "DE00370400440532013000" }, "sepa_sender_iban")
      yield* refused({ sepa_enabled: true, sepa_allowed_country_codes: [] }, "sepa_allowed_country_codes")
      yield* refused({ email_enabled: true, pretix_presale_enabled: true }, "email_smtp_host", "pretix_organizer")
      assert.strictEqual((yield* update({ sepa_sender_iban: "DE89 3704 0044 0532 0130 00" })).status, 200)
      assert.strictEqual(field(yield* settings, "sepa_sender_iban"), "DE89370400440532013000")
      const made = yield* call("/tree/nodes/0/create-event", {
        token,
        body: { ...eventSettings, ...cards, name: "Never", description: "" }
      })
      assert.deepStrictEqual([made.status, field(made.body, "rule")], [400, "event.settings_incomplete"])
    }))

  it.effect("are refused with each problem, its rule and its fields, in the language of the caller", () =>
    Effect.gen(function*() {
      const { token } = yield* settledEvent("Manifold")
      const address = yield* Server
      const settings = {
        ...eventSettings,
        name: "Unfinished",
        description: "",
        sumup_payment_enabled: true,
        sepa_sender_iban: "DE1",
        payout_sender: "nobody",
        payout_done_message: "{pin} }"
      }
      const said = { en: "sepa_sender_iban is not an IBAN", de: "sepa_sender_iban ist keine IBAN" }
      for (const language of ["en", "de"] as const) {
        const body = yield* Effect.promise(async () => {
          const headers = { authorization: `Bearer ${token}`, "accept-language": language }
          const request = { method: "POST", headers, body: JSON.stringify(settings) }
          return await (await fetch(`${address}/tree/nodes/0/create-event`, request)).json() as object
        })
        assert.deepInclude(body, { id: "InvalidArgument", rule: "event.settings_incomplete" })
        const problems = field(body, "problems") as ReadonlyArray<Record<"rule" | "fields" | "message", unknown>>
        const cards = ["sumup_merchant_code", "sumup_oauth_client_id"]
        const keys = ["sumup_api_key", "sumup_affiliate_key", "sumup_oauth_client_secret"]
        assert.deepStrictEqual(problems.map(({ fields, rule }) => [rule, fields]), [
          ["event.card_settings_missing", [...cards, ...keys]],
          ["event.sender_iban_invalid", ["sepa_sender_iban"]],
          ["event.email_invalid", ["payout_sender"]],
          ["organisation.placeholder_unknown", ["payout_done_message"]],
          ["organisation.brace_alone", ["payout_done_message"]]
        ])
        assert.strictEqual(problems.map(({ message }) => message).join("; "), field(body, "message"))
        assert.strictEqual(problems[1]?.message, said[language])
      }
    }))

  it.effect("keep the currency once something was booked in it", () =>
    Effect.gen(function*() {
      const { id, update } = yield* settledEvent("Booked")
      assert.strictEqual((yield* update({ currency_identifier: "CHF" })).status, 200)
      const sql = yield* SqlClient.SqlClient
      yield* sql`insert into posting (event_id, conducting_user_id, source_account, target_account, amount, vouchers,
          booked_at)
        values (${id}, 1, 1, 2, 100, 0, now())`
      const other = yield* update({ currency_identifier: "EUR" })
      assert.deepStrictEqual([other.status, field(other.body, "rule")], [400, "event.currency_fixed"])
      assert.strictEqual((yield* update({ currency_identifier: "CHF", bon_title: "Still" })).status, 200)
    }))

  it.effect("give each portal address to one event in use", () =>
    Effect.gen(function*() {
      const customer_portal_url = "https://portal.example.org"
      const first = yield* settledEvent("Portal one", { customer_portal_url })
      const second = yield* settledEvent("Portal two")
      const taken = yield* second.update({ customer_portal_url: `${customer_portal_url}/` })
      assert.deepStrictEqual([taken.status, field(taken.body, "rule")], [400, "event.portal_address_taken"])
      assert.strictEqual((yield* first.update({ customer_portal_url })).status, 200)
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set read_only = true where id = ${first.id}`
      assert.strictEqual((yield* second.update({ customer_portal_url })).status, 200)
    }))

  it.effect("belong to the event itself", () =>
    Effect.gen(function*() {
      const { id, token } = yield* settledEvent("Itself")
      const bar = yield* createNode(token, id, "node", { name: "Bar" })
      const below = yield* call(`/tree/events/${bar}/event-settings`, { token, body: eventSettings })
      assert.deepStrictEqual([below.status, field(below.body, "element_type")], [404, "event"])
      const above = yield* call("/tree/events/0/event-settings", { token, body: eventSettings })
      assert.deepStrictEqual([above.status, field(above.body, "id")], [400, "EventRequired"])
      assert.strictEqual(field((yield* call(`/tree/events/${bar}/settings`, { token })).body, "id"), id)
    }))
})
