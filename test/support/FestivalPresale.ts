import { Access } from "@wristbank/core/organisation/Access"
import { eventSecret } from "@wristbank/core/organisation/SecretLocation"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { PresaleReadings } from "@wristbank/core/presale/PresaleReadings"
import { FakePretix } from "@wristbank/stand-ins/ticket-shop/FakePretix"
import type { FakePosition } from "@wristbank/stand-ins/ticket-shop/FakeShopBook"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "./Festival.ts"
import { FestivalTickets } from "./FestivalTickets.ts"

/** Lets an event import from the stand-in, as its settings would. */
export const connect = Effect.fnUntraced(function*(eventId: bigint) {
  const { book, url } = yield* FakePretix
  const secrets = yield* Secrets
  const sql = yield* SqlClient.SqlClient
  const settings = {
    pretix_presale_enabled: true,
    pretix_shop_url: url,
    pretix_organizer: book.organizer,
    pretix_event: book.event,
    pretix_ticket_ids: [101],
    pretix_topup_ids: [201]
  }
  const sealed = secrets.seal(eventSecret(eventId, "pretix_api_key"), book.key)
  yield* sql`update event set settings = settings || ${JSON.stringify(settings)}::jsonb,
    secrets = secrets || ${JSON.stringify({ pretix_api_key: sealed })}::jsonb where event_id = ${eventId}`
})

const connected = Layer.effectDiscard(Effect.flatMap(Festival, ({ event }) => connect(BigInt(event))))

/** A festival with its entrance that imports from the stand-in. */
export const withShop = Layer.provideMerge(connected, Layer.merge(FestivalTickets.layer, FakePretix.layer))

/** Settings that import from the stand-in. */
export const working = Effect.map(FakePretix, ({ book, url }) => ({
  pretix_presale_enabled: true,
  pretix_shop_url: url,
  pretix_organizer: book.organizer,
  pretix_event: book.event,
  pretix_api_key: book.key,
  pretix_ticket_ids: [101],
  pretix_topup_ids: [201],
  pretix_check_in_list_id: 1
}))

/** The stand-in with the products of those settings. */
export const festivalProducts = Effect.map(FakePretix, ({ book }) => {
  book.currency = "EUR"
  book.dates.splice(0)
  book.checkInLists.splice(1)
  book.products.splice(0)
  book.products.push(
    { id: 101, name: { en: "Day ticket", de: "Tageskarte" }, default_price: "45.00" },
    { id: 201, name: { en: "Credit" }, default_price: "10.00" }
  )
  return book
})

/** A ticket of the stand-in. */
export const position = (id: number, given: Partial<FakePosition> = {}): FakePosition => ({
  id,
  item: 101,
  price: "45.00",
  secret: `secret ${id}`,
  ...given
})

/** Reads the shop of the festival, so long after all changes in it that the next reading has none of them again. */
export const read = Effect.fnUntraced(function*(whole = false) {
  const { event } = yield* Festival
  const { book } = yield* FakePretix
  book.pass(60)
  return yield* (yield* PresaleReadings).read(BigInt(event), whole)
})

/** The administrator at the festival. */
export const operator = Effect.gen(function*() {
  const { event } = yield* Festival
  const access = yield* Access
  const sql = yield* SqlClient.SqlClient
  const [user] = yield* sql<{ id: bigint }>`select id from usr order by id limit 1`
  return yield* access.atEvent({ userId: user!.id }, BigInt(event), {
    privileges: ["node_administration"],
    write: true
  })
})
