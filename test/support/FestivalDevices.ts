import { DeviceReadings } from "@wristbank/core/till/DeviceReadings"
import { FakeHeadwind } from "@wristbank/stand-ins/device-management/FakeHeadwind"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Festival } from "./Festival.ts"

/** The settings with which an event reads the stand-in. */
export const managed = Effect.map(FakeHeadwind, ({ book, url }) => ({
  headwind_enabled: true,
  headwind_url: url,
  headwind_username: book.username,
  headwind_password: book.password
}))

/** A festival whose devices the stand-in manages. */
export const withDevices = Layer.provideMerge(
  Layer.effectDiscard(Effect.gen(function*() {
    const { configure } = yield* Festival
    yield* configure(yield* managed)
  })),
  Layer.merge(Festival.layer, FakeHeadwind.layer)
)

/** Reads the device managements for which it is time. */
export const sweepDevices = DeviceReadings.use(({ sweep }) => sweep())

/** Reads the device managements as if their time had come. */
export const readDevices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update device_reading set read_at = read_at - interval '5 minutes', failed_at = failed_at - interval '5 minutes'`
  yield* sweepDevices
})
