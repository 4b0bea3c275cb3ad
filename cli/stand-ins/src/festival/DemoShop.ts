import { Configuration } from "@wristbank/core/base/Configuration"
import { ownAddress } from "@wristbank/core/base/OwnAddress"
import { withoutEndSlashes } from "@wristbank/core/base/Text"
import { Events } from "@wristbank/core/event/Events"
import { UpdateEvent } from "@wristbank/core/event/EventSettings"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { PresaleWebhooks } from "@wristbank/core/presale/PresaleWebhooks"
import { prefixes } from "@wristbank/http/server/Prefixes"
import { DateTime, Effect, Option, Redacted, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { servePretix } from "../ticket-shop/FakePretix.ts"
import { FakeShopBook } from "../ticket-shop/FakeShopBook.ts"
import { canHoldDemo, festivalName } from "./DemoEvent.ts"
import { fillShop, shopProducts } from "./DemoOrders.ts"
import { keepAddress } from "./StandInAddress.ts"

/** The ticket shop of the demo. */
export type DemoShop = Effect.Success<ReturnType<typeof servePretix>>

/** The organiser at the stand-in, by which settings that lead to it are known. */
const organizer = "demo-festival"

/**
 * Starts the stand-in for the ticket shop until the scope closes, with orders once it is connected. It keeps its port, so that stored
 * addresses stay right, and gets another when the port is taken.
 */
export const startShop = Effect.gen(function*() {
  if (!(yield* canHoldDemo)) return undefined
  const sql = yield* SqlClient.SqlClient
  const [known] = yield* sql<{ url: string }>`
    select settings->>'pretix_shop_url' as url from event join node on node.id = event.event_id
    where name = ${festivalName} and not deleted and settings->>'pretix_organizer' = ${organizer}`
  const book = new FakeShopBook(DateTime.nowUnsafe)
  book.organizer = organizer
  const at = (port: number) => servePretix(book, port)
  const shop = yield* Effect.catch(at(Number(URL.parse(known?.url ?? "")?.port ?? 0)), () => at(0))
  yield* keepAddress("demo-shop.address", shop.url)
  return shop
})

/**
 * Fills the shop, lets the festival import from it, and lets it report changes. Settings that lead to another shop stay as they are,
 * and so does a presale that was switched off.
 */
export const connectShop = Effect.fnUntraced(function*(caller: AtEvent, { book, url }: DemoShop) {
  const events = yield* Events
  const settings = yield* events.settings(caller.eventId)
  if (settings.pretix_shop_url !== null && settings.pretix_organizer !== organizer) return
  fillShop(book, settings.start_date ?? (yield* DateTime.now))
  if (settings.pretix_shop_url !== url) {
    const shop = {
      pretix_presale_enabled: settings.pretix_shop_url === null || settings.pretix_presale_enabled,
      pretix_shop_url: url,
      pretix_organizer: organizer,
      pretix_event: book.event,
      pretix_api_key: book.key,
      pretix_ticket_ids: [BigInt(shopProducts.ticket)],
      pretix_topup_ids: [BigInt(shopProducts.credit)],
      pretix_check_in_list_id: 1n
    }
    const kept = Struct.pick(settings, Struct.keys(UpdateEvent.fields))
    yield* events.update(caller, new UpdateEvent({ ...kept, ...shop }))
  }
  // Its token is stored as a hash alone, so each start makes another.
  const token = Redacted.value(yield* (yield* PresaleWebhooks).renew(caller))
  book.webhook = new URL(`${yield* officeAddress}/webhooks/hook?token=${encodeURIComponent(token)}`)
})

/** The address of the administration API for the shop, which runs on this machine. */
const officeAddress = Effect.map(Configuration, (configuration) =>
  Option.match(configuration.administrationUrl, {
    onSome: ({ href }) => withoutEndSlashes(href),
    onNone: () => `${ownAddress(configuration, "localhost")}${prefixes.administration}`
  }))
