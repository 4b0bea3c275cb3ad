// Writes a report of one's own as CSV: the pieces and the revenue of each product by hour. It reads through the services, so the
// rules and rights are those of the system:
//   DATABASE_URL=… WRISTBANK_SECRET_KEY=… npx node examples/custom-report.ts <event> <login> > hours.csv
import { Embedded } from "@wristbank/core/embedded"
import { Money } from "@wristbank/core/ledger"
import { EventCaller } from "@wristbank/core/organisation"
import { Statistics } from "@wristbank/core/report"
import { stringify } from "csv-stringify/sync"
import { Config, Console, DateTime, Effect, Layer } from "effect"
import { userInfo } from "node:os"
import { runExample } from "./runExample.ts"

const wristbank = Layer.unwrap(Effect.gen(function*() {
  const databaseUrl = yield* Config.Redacted("DATABASE_URL")
  const secretKey = yield* Config.Redacted("WRISTBANK_SECRET_KEY")
  return Embedded.layer({ databaseUrl, secretKey })
}))

const report = Effect.fnUntraced(function*(event: string, login: string) {
  const request = { eventId: BigInt(event), login, by: userInfo().username, write: false }
  const { caller, settings } = yield* EventCaller.eventCaller(request, ["view_node_stats"])
  const statistics = yield* Statistics.Statistics
  const sold = yield* statistics.products(caller, { from: null, to: null })
  const zone = DateTime.zoneMakeNamedUnsafe(settings.time_zone)
  const rows = [...sold.product_hourly_intervals, ...sold.deposit_hourly_intervals].flatMap((product) =>
    product.intervals.map(({ count, from_time, revenue }) => [
      DateTime.formatIsoZoned(DateTime.setZone(from_time, zone)),
      product.product_name,
      count,
      Money.format(revenue)
    ])
  )
  yield* Console.log(stringify([["hour", "product", "pieces", "revenue"], ...rows]).trimEnd())
})

runExample(
  "custom-report.ts",
  ["number of the event", "login"],
  (event, login) => Effect.provide(report(event, login), wristbank)
)
