import { expect, test } from "vitest"
import { questions } from "../docs/Questions.ts"
import { visitSite } from "./SiteVisit.ts"

/** What readers type or paste, and where it is explained. */
const searches: ReadonlyArray<readonly [typed: string, found: RegExp]> = [
  ["NotEnoughFunds", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["not enough funds", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["Not enough funds: 6.50 needed, 2.00 available", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["Nicht genug Guthaben: 6,50 nötig, 2,00 vorhanden", /^\/docs\/reference\/errors\/?#notenoughfunds$/],
  ["The customer is too young for: Beer", /^\/docs\/reference\/errors\/?#agerestriction$/],
  ["This till takes no cards", /^\/docs\/reference\/errors\/?#tillpermission$/],
  ["order.tags_used", /^\/docs\/reference\/rules\/selling\/?#ordertags_used$/],
  ["till.nobody_signed_in", /^\/docs\/reference\/rules\/selling\/?#tillnobody_signed_in$/],
  ["You carry only 12.50", /^\/docs\/reference\/rules\/selling\/?#ordercarried_too_little$/],
  ["wristbank tag generate", /^\/docs\/reference\/commands\/.*#wristbank-tag-generate$/],
  ["wristbank doctor", /^\/docs\/reference\/commands\/.*#wristbank-doctor$/],
  ["databaseUrl", /^\/docs\/reference\/settings\/?#databaseurl$/],
  ["WRISTBANK_DATA_DIR", /^\/docs\/reference\/settings\/?#datadir$/],
  ["node_administration", /^\/docs\/reference\/privileges\/?#node_administration$/],
  ["payout_management", /^\/docs\/reference\/privileges\/?#payout_management$/]
]

const addressOf = (page: string) => `/docs/${page.replace(/\/index$/, "")}`

const isAt = (page: string) => new RegExp(`^${addressOf(page)}/?(#.*)?$`)

/** The table of questions, answered by pages, as above by parts of them. */
const asked = questions.map(([typed, ...pages]) => [typed, pages.map(isAt)] as const)

test("the search names among its first three what explains a refusal, rule, command, setting or privilege, and the guides first", async () => {
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
  const named = searches.map(([typed, found]) => [typed, [found]] as const)
  for (const [typed, answers] of [...named, ...asked]) {
    await field.fill(typed)
    await expect.poll(
      async () => (await firstThree()).some((place) => answers.some((answer) => answer.test(place))),
      { timeout: 20_000, message: typed }
    ).toBe(true)
  }
})
