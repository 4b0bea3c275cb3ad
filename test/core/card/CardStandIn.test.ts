import { assert, it } from "@effect/vitest"
import { zero } from "@wristbank/core/base/Money"
import { providerOf } from "@wristbank/core/card/CardStandIn"
import { BookingSettings, CardSettings, TreeNode } from "@wristbank/core/event/EventConfiguration"

const festivalName = "Demo Festival"

const node = (id: bigint, name: string, parent_ids: ReadonlyArray<bigint>) =>
  new TreeNode({ id, name, parent_ids, read_only: false })

it("stands in for the demo event alone, as long as that has no merchant of its own", () => {
  const standIn = { eventName: festivalName, merchantCode: "DEMO", url: new URL("http://127.0.0.1:1") }
  const asked = (name: string, merchantCode: string, parentIds: ReadonlyArray<bigint> = [0n]) =>
    providerOf(standIn, {
      eventId: 5n,
      nodes: new Map([[5n, node(5n, name, parentIds)]]),
      settings: { ...settings, name },
      card: new CardSettings({
        merchantCode,
        oauthClientId: "",
        apiKey: null,
        affiliateKey: null,
        oauthClientSecret: null
      })
    })
  assert.strictEqual(asked(festivalName, "DEMO"), standIn.url)
  assert.isNull(asked("A real festival", "DEMO"))
  assert.isNull(asked(festivalName, "MCREAL"))
  assert.isNull(asked(festivalName, "DEMO", [0n, 3n]))
})

const settings = new BookingSettings({
  name: "",
  currency_identifier: "EUR",
  time_zone: "Europe/Berlin",
  max_account_balance: zero,
  customer_portal_url: "",
  sumup_topup_enabled: true,
  sumup_payment_enabled: true,
  allow_register_overdraft: false,
  basket_hold_minutes: 10
})
