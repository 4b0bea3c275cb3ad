import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import needs from "../../../web/administration/needs.json" with { type: "json" }

/** Calls that no screen needs, each with the reason. */
const unused: Readonly<Record<string, string>> = {
  "GET /health": "for load balancers",
  "GET /health/ready": "for load balancers",
  "POST /auth/login": "for programs; browsers sign in by a cookie that no script reads",
  "GET /media/blob/:blob_id": "pictures are loaded by their address, without a call",
  "GET /media/button/:hash": "pictures of buttons are loaded so as well",
  "POST /tree/events/:node_id/generate-test-revenuereport":
    "for the newest published application; POST /tree/events/:node_id/generate-test-report is the same",
  "POST /accounts/find-accounts": "GET /accounts searches, sorts and pages as well",
  "GET /stats/free-tickets": "for the newest published application; GET /stats/takings counts all entries",
  "GET /stats/payment-methods": "for the newest published application; GET /stats/takings has the payment methods",
  "POST /webhooks/hook": "ticket shops call it",
  "GET /terminal/mdm-devices/:mdm_device_id/location":
    "for the newest published application; the map has all positions",
  "POST /customers/switch-tag":
    "for the newest published application; POST /customers/:customer_id/switch-tag knows the guest and the new chip",
  "GET /customers-with-blocked-payout": "GET /customers finds them by its filter, sorts and counts them as well",
  "POST /customers/find-customers": "GET /customers searches, sorts and pages as well",
  "POST /payouts/:payout_run_id/previous_sepa_xml": "POST /payouts/:payout_run_id/sepa_xml gives earlier files as well",
  "POST /user-tags/find-user-tags": "GET /user-tags searches, sorts and pages as well"
}

test("some screen of the back office uses each call of the administration API", () => {
  const folder = join(import.meta.dirname, "../../../web/administration")
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n")
  const calls = Object.keys(needs)
  expect(calls.filter((call) => !sources.includes(`"${call}"`) && unused[call] === undefined)).toEqual([])
  expect(Object.keys(unused).filter((call) => !calls.includes(call) || sources.includes(`"${call}"`))).toEqual([])
})
