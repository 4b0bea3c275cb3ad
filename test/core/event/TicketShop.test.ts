import { assert, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { allowShop } from "@wristbank/core/event/TicketShop"
import { Result } from "effect"
import fc from "fast-check"

const url = fc.constantFrom(
  "https://shop.example",
  "https://Shop.example/",
  "https://shop.example:443",
  "https://other.example"
)
const name = fc.constantFrom("one", "two")
const settings = fc.record({
  pretix_presale_enabled: fc.boolean(),
  pretix_shop_url: fc.option(url, { nil: null }),
  pretix_organizer: fc.option(name, { nil: null }),
  pretix_event: fc.option(name, { nil: null })
})
const readers = fc.array(
  fc.record({ eventId: fc.bigInt({ min: 1n, max: 3n }), url, organizer: name, event: name }),
  { maxLength: 4 }
)

type Settings = typeof settings extends fc.Arbitrary<infer A> ? A : never

/** The event of the shop as one text, as a person would compare it; null while nothing is imported. */
const shown = ({ pretix_event, pretix_organizer, pretix_presale_enabled, pretix_shop_url }: Settings): string | null =>
  pretix_presale_enabled && pretix_shop_url !== null && pretix_organizer !== null && pretix_event !== null
    ? [new URL(pretix_shop_url).host, pretix_organizer, pretix_event].join()
    : null

it("the shop's event of another event is refused exactly when it is entered or switched on", () =>
  fc.assert(
    fc.property(
      fc.option(settings, { nil: null }),
      settings,
      fc.option(fc.bigInt({ min: 1n, max: 3n }), { nil: null }),
      readers,
      (before, after, eventId, all) => {
        const outcome = allowShop(before, after, eventId, all)
        const shop = shown(after)
        const isTaken = all.some((one) =>
          one.eventId !== eventId && [new URL(one.url).host, one.organizer, one.event].join() === shop
        )
        const isNew = shop !== null && (before === null || shown(before) !== shop)
        const expected = isNew && isTaken ? "event.ticket_shop_taken" : null
        assert.strictEqual(Result.isFailure(outcome) ? refusalName(outcome.failure) : null, expected)
      }
    ),
    { numRuns: 2000 }
  ))
