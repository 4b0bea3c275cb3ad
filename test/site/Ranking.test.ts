import { expect, test } from "vitest"
import { visitSite } from "./SiteVisit.ts"

/** What readers type or paste, and where it is explained. */
const searches: ReadonlyArray<readonly [typed: string, found: RegExp]> = [
  ["NotEnoughFunds", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["not enough funds", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["Not enough funds: 6.50 needed, 2.00 available", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["Nicht genug Guthaben: 6,50 nötig, 2,00 vorhanden", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["The customer is too young for: Beer", /^\/docs\/reference\/errors\/?#agerestriction$/],
  ["This till takes no cards", /^\/docs\/reference\/errors\/?#tillpermission$/],
  ["order.tags_used", /^\/docs\/reference\/rules\/order\/?#ordertags_used$/],
  ["till.nobody_signed_in", /^\/docs\/reference\/rules\/till\/?#tillnobody_signed_in$/],
  ["You carry only 12.50", /^\/docs\/reference\/rules\/order\/?#ordercarried_too_little$/],
  ["wristbank tag generate", /^\/docs\/reference\/commands\/.*#wristbank-tag-generate$/],
  ["wristbank doctor", /^\/docs\/reference\/commands\/.*#wristbank-doctor$/],
  ["databaseUrl", /^\/docs\/reference\/settings\/?#databaseurl$/],
  ["WRISTBANK_DATA_DIR", /^\/docs\/reference\/settings\/?#datadir$/],
  ["node_administration", /^\/docs\/reference\/privileges\/?#node_administration$/],
  ["payout_management", /^\/docs\/reference\/privileges\/?#payout_management$/]
]

test("the search names among its first three what explains a refusal, rule, command, setting or privilege", async () => {
  await using visitor = await visitSite()
  const { open, page } = visitor
  await open("/search?q=wristband")
  const field = page.locator("main input[name=q]")
  const results = page.locator("main article h2 a")
  await results.first().waitFor()
  const firstThree = () =>
    results.evaluateAll((links) =>
      links.slice(0, 3).map((link) => `${link.getAttribute("href")?.replace(/\?[^#]*/, "")}`)
    )
  for (const [typed, found] of searches) {
    await field.fill(typed)
    await expect.poll(firstThree, { timeout: 10_000, message: typed })
      .toEqual(expect.arrayContaining([expect.stringMatching(found)]))
  }
})
