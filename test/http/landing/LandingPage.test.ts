import { assert, it } from "@effect/vitest"
import { type DemoGuide, DemoGuides } from "@wristbank/http/server/landing/DemoGuide"
import { landingPage } from "@wristbank/http/server/landing/LandingPage"
import { Effect } from "effect"
import { request } from "node:http"
import { nobodyApart } from "../../support/nobodyApart.ts"
import { served } from "../../support/ServedApi.ts"

const guide: DemoGuide = {
  event: "Demo <b>",
  eventId: 1n,
  people: [{ name: "Anna", login: "anna", role: "shift lead", works: "Bar 1", tag: 1001n }],
  guests: [{ tag: 2019n, pin: "GUEST019", balance: "35.50", vouchers: 2, restriction: "under_18" }],
  terminals: [{ name: "Bar 1", code: "0c9d3b2e-0000-4000-8000-000000000000" }]
}

const applications = [{ title: "portal", url: "/portal/" }, { title: "till", url: "/till/" }]

const started = (demo: boolean) =>
  served(landingPage([{ title: "terminal", url: "/api/terminal" }], { applications })).pipe(
    Effect.provideService(DemoGuides, demo ? Effect.succeed(guide) : null),
    Effect.provide(nobodyApart)
  )

/** The page as a browser gets it; `fetch` can't name another host. */
const page = (address: string, headers: Record<string, string> = {}) =>
  Effect.promise(() =>
    new Promise<string>((done, failed) => {
      request(address, { headers: { accept: "text/html", ...headers } }, (response) => {
        let text = ""
        response.on("data", (chunk: Buffer) => text += chunk.toString())
        response.on("end", () => done(text))
      }).on("error", failed).end()
    })
  )

it.live("the page leads to the applications and the interfaces, in the browser's language", () =>
  Effect.gen(function*() {
    const address = yield* started(false)
    const english = yield* page(address)
    assert.include(english, "<a href=\"/portal/\">")
    assert.include(english, "<a href=\"/till/\">")
    assert.include(english, "<a href=\"/api/terminal/docs\">")
    assert.include(yield* page(address, { "accept-language": "de-AT, en;q=0.5" }), "Bargeldlos bezahlen")
    assert.notInclude(english, "demo")
  }).pipe(Effect.scoped))

it.live("the page links to the source of the running version, if the operator has named it", () =>
  Effect.gen(function*() {
    const sourceUrl = "https://code.example/wristbank?at=1&of=\"2\""
    const address = yield* Effect.provide(
      served(landingPage([{ title: "terminal", url: "/api/terminal" }], { sourceUrl })),
      nobodyApart
    ).pipe(Effect.provideService(DemoGuides, null))
    assert.include(
      yield* page(address),
      "<a href=\"https://code.example/wristbank?at=1&amp;of=&quot;2&quot;\">Source code</a>"
    )
    assert.notInclude(yield* page(yield* started(false)), "Source code")
  }).pipe(Effect.scoped))

it.live("only a browser at the machine of a demo sees its PINs and codes", () =>
  Effect.gen(function*() {
    const address = yield* started(true)
    const seen = yield* page(address)
    for (
      const text of ["GUEST019", "35.50 €", "2 vouchers, under 18", "/till/#code=0c9d3b2e", "Demo &lt;b&gt;", "1001"]
    ) {
      assert.include(seen, text)
    }
    for (const host of ["festival.example", "192.0.2.7:8000", "localhost.example"]) {
      assert.notInclude(yield* page(address, { host }), "GUEST019")
    }
    assert.notInclude(yield* page(address, { accept: "application/json" }), "GUEST019")
    assert.notInclude(yield* page(yield* started(false)), "GUEST019")
  }).pipe(Effect.scoped))
