import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type ExpectedEvent,
  openedAddress,
  type PortalTrial,
  type SaidOfPortal,
  trialOf,
  untried
} from "../../../../web/administration/setup/PortalTrial.ts"

const event: ExpectedEvent = { id: 7, name: "Summer" }

const ours: SaidOfPortal = { kind: "event", ...event }

test.each<readonly [SaidOfPortal, isPage: boolean, answers: boolean, PortalTrial]>([
  [ours, true, true, { outcome: "portal" }],
  // Our own pages forbid other sites to load them as pictures are loaded, which is no answer that counts.
  [ours, true, false, { outcome: "portal" }],
  [ours, false, true, { outcome: "noPage" }],
  [{ kind: "event", id: 8, name: "Winter" }, true, true, { outcome: "otherEvent", name: "Winter" }],
  // Installations number their events alike.
  [{ kind: "event", id: 7, name: "Winter" }, true, true, { outcome: "otherEvent", name: "Winter" }],
  [{ kind: "noEvent" }, true, true, { outcome: "noEvent" }],
  [{ kind: "unreadable" }, false, true, { outcome: "otherSite" }],
  [{ kind: "unreadable" }, true, true, { outcome: "otherSite" }],
  [{ kind: "unreadable" }, false, false, { outcome: "silent" }]
])("%j with its page %s, answers %s: %j", (said, isPage, answers, expected) => {
  expect(trialOf({ said, isPage, answers }, event)).toEqual(expected)
})

test("no address is good unless the event's own portal is there", () =>
  fc.assert(fc.property(
    fc.record({
      said: fc.oneof(
        fc.constantFrom<SaidOfPortal>({ kind: "noEvent" }, { kind: "unreadable" }, ours),
        fc.record({ kind: fc.constant("event" as const), id: fc.nat(9), name: fc.constantFrom("Summer", "Winter") })
      ),
      isPage: fc.boolean(),
      answers: fc.boolean()
    }),
    (seen) => {
      const { said } = seen
      const isOurs = said.kind === "event" && said.id === event.id && said.name === event.name
      expect(trialOf(seen, event).outcome === "portal").toBe(isOurs && seen.isPage)
    }
  )))

test.each([
  ["https://pay.example.org", "https://pay.example.org"],
  ["https://PAY.example.org:443/", "https://pay.example.org"],
  ["https://pay.example.org/portal/?a=b#c", "https://pay.example.org/portal"],
  ["http://127.0.0.1:8000/portal", "http://127.0.0.1:8000/portal"]
])("guests who open %s are at %s", (url, opened) => {
  expect(openedAddress(url)).toBe(opened)
})

test.each<readonly [string, isSecure: boolean, isOnline: boolean, PortalTrial | undefined]>([
  ["https://pay.example.org", true, true, undefined],
  ["http://pay.example.org", false, true, undefined],
  ["http://pay.example.org", true, true, { outcome: "insecure" }],
  ["http://localhost:8000/portal", true, true, undefined],
  ["http://127.0.0.1:8000/portal", true, false, undefined],
  ["http://127.example.org", true, true, undefined],
  ["https://pay.example.org", true, false, { outcome: "offline" }]
])("%s from a page that is secure %s and online %s: %j", (url, isSecure, isOnline, expected) => {
  expect(untried(url, { isSecure, isOnline })).toEqual(expected)
})
