import { assert, layer } from "@effect/vitest"
import { EventFiles } from "@wristbank/core/eventfile/EventFiles"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { Doctor } from "@wristbank/core/overview/Doctor"
import * as Database from "@wristbank/core/sql/Database"
import { festivalName, finished, merchantCode, unfinished } from "@wristbank/stand-ins/festival/DemoEvent"
import { prepareDemo } from "@wristbank/stand-ins/festival/DemoFestival"
import { demoFileFrom } from "@wristbank/stand-ins/festival/DemoFile"
import { demoGuide } from "@wristbank/stand-ins/festival/DemoGuide"
import { PastGuests } from "@wristbank/stand-ins/festival/DemoPast"
import { demoSheet } from "@wristbank/stand-ins/festival/DemoSheet"
import { FakeShopBook } from "@wristbank/stand-ins/ticket-shop/FakeShopBook"
import { DateTime, Deferred, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { everyService, installed } from "../../support/administration.ts"
import { configurationLayer } from "../../support/cardProvider.ts"
import { TestDatabase } from "../../support/database.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { secretKey } from "../../support/secrets.ts"

/** The services on a database behind the proxy. */
const services = everyService.pipe(
  Layer.provideMerge(Layer.mergeAll(
    Layer.unwrap(DatabaseProxy.useSync(({ url }) => Database.layer({ url }))),
    Secrets.layerOf(Redacted.make(secretKey)),
    configurationLayer
  )),
  Layer.provideMerge(DatabaseProxy.layer),
  Layer.provideMerge(TestDatabase.layer)
)

const withAdministrator = Layer.provideMerge(installed, services).pipe(
  Layer.provideMerge(Layer.succeed(PastGuests, 8))
)

/** Makes the festival, but interrupts it after this many round trips; returns whether it was interrupted. */
const interruptedAfter = Effect.fnUntraced(function*(roundTrips: number) {
  const proxy = yield* DatabaseProxy
  const over = yield* Deferred.make<boolean>()
  yield* proxy.after(roundTrips, () => Deferred.doneUnsafe(over, Effect.succeed(true)))
  return yield* Effect.raceFirst(Effect.as(prepareDemo({ device, shop: shopAt(10003) }), false), Deferred.await(over))
})

/** The contents of the festival, counted. */
const contents = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ readonly [kind: string]: bigint }>`
      select (select count(*) from event) as events, (select count(*) from tse) as devices,
        (select count(*) from fiscal_settings where settings->'signing' = 'true') as signing, (select count(*) from tax_rate) as tax_rates,
        (select count(*) from product where type = 'user_defined') as products,
        (select count(*) from product where type = 'ticket') as tickets,
        (select count(*) from till where not is_virtual) as tills,
        (select count(*) from terminal where registration_uuid is not null and active_user_id is null) as terminals,
        (select count(*) from till where terminal_id is not null) as tills_with_terminal,
        (select count(*) from till where cash_register_id is not null) as tills_with_register,
        (select count(*) from cash_register) as registers,
        (select count(*) from usr where user_tag_id is not null) as people,
        (select count(*) from usr where cash_register_id is not null) as register_holders,
        (select count(*) from user_tag) as tags,
        (select count(*) from customer join account on account.id = customer.account_id where balance > 0) as guests,
        (select count(*) from customer where has_entered_info and iban is not null) as bank_accounts,
        (select count(*) from ordr where order_type = 'top_up') as top_ups,
        (select count(*) from ordr where order_type = 'sale') as sales,
        (select count(*) from cashier_shift) as close_outs,
        (select count(*) from payout_run where status = 'done') as payout_runs,
        (select count(*) from customer where not payout_export) as held_back,
        (select sum(balance) from account where type = 'private') as held_by_guests`,
    ([row]) => Object.fromEntries(Object.entries(row!).map(([kind, count]) => [kind, Number(count)]))
  )
)

const addresses = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ url: string }>`select ws_url as url from tse`, (rows) => rows.map(({ url }) => url))
)

const whole = {
  events: 1,
  devices: 1,
  signing: 1,
  tax_rates: 3,
  products: 12,
  tickets: 3,
  tills: 6,
  terminals: 6,
  tills_with_terminal: 6,
  tills_with_register: 0,
  registers: 7,
  people: 8,
  register_holders: 6,
  tags: 208,
  guests: 27,
  bank_accounts: 5,
  top_ups: 41,
  sales: 134,
  close_outs: 1,
  payout_runs: 1,
  held_back: 1,
  held_by_guests: 4 * (20_00 + 50_00 + 10_00 + 35_50 + 25_00) + 183_00
}

/** A ticket shop at this port, as a start of the demo has it. */
const shopAt = (port: number) => ({ url: `http://127.0.0.1:${port}`, book: new FakeShopBook() })

/** The settings of the presale that a start of the demo decides on, and whether they can work. */
const presale = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ url: string; organizer: string; enabled: boolean; key: boolean; webhooks: bigint }>`
      select settings->>'pretix_shop_url' as url, settings->>'pretix_organizer' as organizer,
        (settings->>'pretix_presale_enabled')::boolean as enabled, secrets ? 'pretix_api_key' as key,
        (select count(*) from presale_webhook) as webhooks
      from event`,
    ([row]) => [row!.url, row!.organizer, row!.enabled, row!.key, Number(row!.webhooks)]
  )
)

const device = { url: "ws://127.0.0.1:10001", serial: "ab".repeat(32) }
const moved = { ...device, url: "ws://127.0.0.1:10002" }

layer(withAdministrator, { excludeTestServices: true })("the demo festival", (it) => {
  it.effect(
    "is made completely in the end, however often its making is interrupted, and only once",
    () =>
      Effect.gen(function*() {
        let interruptions = 0
        while (yield* interruptedAfter(10 + 250 * interruptions)) interruptions++
        assert.isAbove(interruptions, 1)
        assert.deepStrictEqual(yield* contents, whole)
        const { examinations } = yield* (yield* Doctor).diagnose(5)
        assert.deepStrictEqual(examinations.flatMap(({ findings }) => findings), [])
        const shop = shopAt(10004)
        const caller = yield* prepareDemo({ device: moved, shop })
        assert.deepStrictEqual(yield* contents, whole)
        assert.deepStrictEqual(yield* addresses, [moved.url])
        assert.deepStrictEqual(yield* presale, [shop.url, "demo-festival", true, true, 1])
        assert.match(
          shop.book.webhook?.href ?? "",
          /^http:\/\/127\.0\.0\.1:\d+\/api\/administration\/webhooks\/hook\?token=/
        )
        assert.isDefined(caller)
        if (caller !== undefined) {
          assert.lengthOf(
            demoSheet(yield* demoGuide(caller), { device: moved, shop }).filter((line) => /-4[0-9a-f]{3}-/.test(line)),
            6
          )
        }
      })
  )

  it.effect("is what its file describes, beside its dates and what stand-ins are connected to", () =>
    Effect.gen(function*() {
      const caller = yield* prepareDemo({})
      const files = yield* EventFiles
      const { event, fiscal_settings, settings, ...others } = demoFileFrom(yield* DateTime.now)
      assert.deepInclude(event![0], { name: festivalName, description: unfinished })
      const { steps } = yield* files.plan({
        author: { userId: caller!.userId },
        contents: {
          event: event!.map((entry) => ({ ...entry, description: finished })),
          // The first device of an event switches this on.
          fiscal_settings: fiscal_settings!.map((entry) => ({ ...entry, signing: true })),
          ...others
        },
        variables: {},
        checkShop: () => Effect.void
      })
      assert.deepStrictEqual(steps.map(({ action, key, section }) => [action, section.name, key]), [])
      assert.strictEqual(settings![0]!["sumup_merchant_code"], merchantCode)
    }))

  it.effect("keeps a presale that was switched off, and one that leads to another shop", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update event set settings = settings || '{"pretix_presale_enabled": false}'`
      yield* prepareDemo({ shop: shopAt(10005) })
      assert.deepStrictEqual((yield* presale).slice(0, 3), ["http://127.0.0.1:10005", "demo-festival", false])
      yield* sql`update event set settings = settings || '{"pretix_shop_url": "https://pretix.example", "pretix_organizer": "me"}'`
      const shop = shopAt(10006)
      yield* prepareDemo({ shop })
      assert.deepStrictEqual((yield* presale).slice(0, 3), ["https://pretix.example", "me", false])
      assert.deepStrictEqual([shop.book.webhook, shop.book.changedSince(null, true)], [null, []])
    }))

  it.effect("is left alone once it is there, and not made beside another event", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update node set name = 'A real festival' where event_id = id`
      assert.isUndefined(yield* prepareDemo({}))
      assert.deepStrictEqual(yield* contents, whole)
    }))
})
