import { assert, it } from "@effect/vitest"
import type { DestinationRule } from "@wristbank/core/base/Destination"
import { sepaCodes } from "@wristbank/core/base/SepaCountry"
import { allowCurrencyChange, allowMailServer, complete } from "@wristbank/core/event/EventCompleteness"
import type { SealedSecrets } from "@wristbank/core/event/EventSecrets"
import { type EventSettings, resolve, UpdateEvent } from "@wristbank/core/event/EventSettings"
import { Result, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { eventSettings } from "../../support/eventSettings.ts"

const input = Schema.decodeUnknownSync(Schema.toCodecJson(UpdateEvent))(eventSettings)

/** Settings that satisfy every feature. */
const full: EventSettings = {
  ...Result.getOrThrow(resolve(input, null)),
  sumup_merchant_code: "MC1",
  sumup_oauth_client_id: "cc_1",
  pretix_shop_url: "https://shop.example",
  pretix_organizer: "org",
  pretix_event: "fest",
  pretix_ticket_ids: [1n],
  sepa_description: "Fest {user_tag_uid}, thank you",
  email_default_sender: "fest@example.org",
  email_smtp_host: "mail.example.org",
  email_smtp_port: 587
}

const secrets: SealedSecrets = {
  sumup_api_key: "sealed",
  sumup_affiliate_key: "sealed",
  sumup_oauth_client_secret: "sealed",
  pretix_api_key: "sealed"
}

const cards = ["sumup_api_key", "sumup_affiliate_key", "sumup_oauth_client_secret", "sumup_merchant_code"] as const
const needs = {
  sumup_topup_enabled: [...cards, "sumup_oauth_client_id"],
  sumup_payment_enabled: [...cards, "sumup_oauth_client_id"],
  pretix_presale_enabled: [
    "pretix_shop_url",
    "pretix_organizer",
    "pretix_event",
    "pretix_ticket_ids",
    "pretix_api_key"
  ],
  sepa_enabled: ["sepa_sender_name", "sepa_sender_iban", "sepa_description", "sepa_allowed_country_codes"],
  email_enabled: ["email_default_sender", "email_smtp_host", "email_smtp_port"]
} as const

const nothing = (name: string) =>
  name === "sepa_allowed_country_codes" || name === "pretix_ticket_ids"
    ? []
    : name.startsWith("sepa_") || name.startsWith("sumup_")
    ? ""
    : null

it.prop(
  "each switch demands what it needs and nothing else",
  [
    Schema.Struct({
      sumup_topup_enabled: Schema.Boolean,
      sumup_payment_enabled: Schema.Boolean,
      pretix_presale_enabled: Schema.Boolean,
      sepa_enabled: Schema.Boolean,
      email_enabled: Schema.Boolean
    }),
    Schema.Literals([...new Set(Object.values(needs).flat())])
  ],
  ([switches, without]) => {
    assert.isTrue(Result.isSuccess(complete({ ...full, ...switches }, secrets)))
    const left = Object.fromEntries(Object.entries(secrets).filter(([name]) => name !== without))
    const emptied = without in full ? { [without]: nothing(without) } : {}
    const outcome = complete({ ...full, ...switches, ...emptied }, left)
    const demanded = Object.entries(needs).some(([name, wanted]) =>
      switches[name as keyof typeof needs] && wanted.some((field) => field === without)
    )
    assert.strictEqual(Result.isFailure(outcome), demanded)
    if (Result.isFailure(outcome)) assert.include(outcome.failure.message, without)
  }
)

const off = { ...full, sepa_enabled: false }
const paying = { ...full, sepa_enabled: true }

it.each<[string, EventSettings, string | undefined]>([
  ["a wrong check digit", { ...off, sepa_sender_iban: "DE89370400440532013001" }, "IBAN"],
  ["a wrong length", { ...off, sepa_sender_iban: "DE8937040044053201300" }, "IBAN"],
  ["no account", { ...off, sepa_sender_iban: "" }, undefined],
  ["a sender without letters", { ...paying, sepa_sender_name: "🎪" }, "sepa_sender_name has nothing that banks"],
  ["a sender in other letters", { ...paying, sepa_sender_name: "Фестиваль 🎪" }, undefined],
  ["a sender who pays nobody", { ...off, sepa_sender_name: "🎪" }, undefined],
  ["a sender that is no address", { ...off, payout_sender: "me" }, "payout_sender"],
  ["an empty sender", { ...off, payout_sender: "" }, undefined],
  ["a country without SEPA", { ...paying, sepa_allowed_country_codes: ["DE", "US"] }, "US"],
  ["every country of SEPA", { ...paying, sepa_allowed_country_codes: sepaCodes }, undefined],
  ["another currency", { ...paying, currency_identifier: "CHF" }, "EUR"],
  ["a character banks don't take", { ...paying, sepa_description: "Rest {user_tag_uid} #1" }, "sepa_description"],
  ["what only full stops stand for", { ...paying, sepa_description: "5 % {user_tag_uid}" }, "%"],
  ["a quotation", { ...paying, sepa_description: "Rest „Nord“ \u2013 O\u2019Hara & e\u0301" }, undefined],
  ["another placeholder", { ...paying, sepa_description: "Rest {pin}" }, "sepa_description"],
  ["all that banks take", { ...paying, sepa_description: "-.,:()/?'+ {user_tag_uid}" }, undefined]
])("%s", (_, settings, named) => {
  const outcome = complete(settings, secrets)
  if (named === undefined) assert.isTrue(Result.isSuccess(outcome))
  else assert.include(Result.getOrThrow(Result.flip(outcome)).message, named)
})

it("the address of a shop is kept without the slash at its end", () => {
  const settled = complete({ ...off, pretix_shop_url: "https://shop.example/" }, secrets)
  assert.strictEqual(Result.getOrThrow(settled).pretix_shop_url, "https://shop.example")
})

it("a bank account is kept without the spaces it was typed with", () => {
  const settled = complete({ ...off, sepa_sender_iban: "IBAN: de89 3704 0044\u00a00532-0130 00" }, secrets)
  assert.strictEqual(Result.getOrThrow(settled).sepa_sender_iban, "DE89370400440532013000")
})

it.prop("the currency changes while nothing is booked", [Schema.Boolean, Schema.Boolean], ([booked, other]) => {
  const outcome = allowCurrencyChange(
    { currency_identifier: "EUR" },
    { currency_identifier: other ? "USD" : "EUR" },
    booked
  )
  assert.strictEqual(Result.isFailure(outcome), booked && other)
})

it("a mail server can't be an address of the server itself, unless it was one or a setting allows it", () => {
  const rule = { networks: [], exceptions: [], setting: "WRISTBANK_MAIL_NETWORKS" }
  const isKept = (
    host: string | null,
    port: number,
    before: typeof full | null = full,
    allowed: DestinationRule = rule
  ) => Result.isSuccess(allowMailServer(before, { email_smtp_host: host, email_smtp_port: port }, allowed))
  assert.isTrue(isKept("mail.example.org", 465))
  assert.isTrue(isKept("10.0.0.9", 465))
  assert.isTrue(isKept(null, 465))
  for (const host of ["127.0.0.1", "127.1", "[::1]", "localhost"]) {
    assert.isFalse(isKept(host, 587), host)
    assert.isFalse(isKept(host, 587, null), host)
    assert.isTrue(isKept(host, 587, { ...full, email_smtp_host: host }), host)
    assert.isFalse(isKept(host, 25, { ...full, email_smtp_host: host }), host)
  }
  assert.isTrue(isKept("127.1", 587, full, { ...rule, networks: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] }))
})
