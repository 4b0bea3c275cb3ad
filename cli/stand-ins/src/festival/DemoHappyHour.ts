import * as Money from "@wristbank/core/base/Money"
import { NewPriceList, PriceListEntry } from "@wristbank/core/event/PriceList"
import { PriceLists } from "@wristbank/core/event/PriceLists"
import { Products } from "@wristbank/core/event/Products"
import type { AtEvent } from "@wristbank/core/organisation/Caller"
import { Context, DateTime, Effect } from "effect"

/** Whether happy hour begins soon after each start of the demo. Tests that sell at the prices of the festival's file have none. */
export const HappyHour = Context.Reference<boolean>("stand-ins/reference/HappyHour", { defaultValue: () => true })

const name = "Happy hour"

/** Not what the walks through the demo sell, as their prices must not depend on the time. */
const cheaper = ["Wine", "Gin and tonic"]

/** When it begins after the start, long enough to open a till before, and how long it lasts; in minutes. */
const timing = { beginsAfter: 2, lasts: 60 }

/** Plans a happy hour that begins shortly after this start; that of an earlier start is moved. */
export const planHappyHour = Effect.fnUntraced(function*(caller: AtEvent, start: DateTime.Utc) {
  const lists = yield* PriceLists
  const known = yield* lists.list(caller)
  const present = known.find((list) => list.name === name)
  const products = yield* (yield* Products).list(caller)
  const from = DateTime.add(start, { minutes: timing.beginsAfter })
  const list = new NewPriceList({
    name,
    rank: present?.rank ?? Math.max(0, ...known.map(({ rank }) => rank)) + 1,
    valid_from: from,
    valid_until: DateTime.add(from, { minutes: timing.lasts }),
    windows: [],
    node_ids: [],
    profile_ids: [],
    user_tag_variant_ids: [],
    round_to: Money.Cents.make(1n),
    entries: products.filter((product) => cheaper.includes(product.name)).map(({ id }) =>
      new PriceListEntry({ product_id: id, category_id: null, kind: "minus", value: Money.Cents.make(100n) })
    )
  })
  yield* present === undefined ? lists.create(caller, list) : lists.update(caller, present.id, list)
})
