import { Effect } from "effect"
import { faultProxy } from "../../test/support/FaultProxy.ts"
import { roundTripsOf } from "../../test/support/PostgresMessages.ts"

/** A proxy in front of PostgreSQL that counts the round trips of its clients. It ends with the scope. */
export const countingProxy = Effect.fnUntraced(function*(databaseUrl: string) {
  const database = new URL(databaseUrl)
  let counted = 0
  const { port } = yield* faultProxy({
    target: { port: Number(database.port), host: database.hostname },
    watch: () => ({ sent: roundTripsOf(() => counted++) })
  })
  const url = new URL(databaseUrl)
  url.hostname = "127.0.0.1"
  url.port = String(port)
  return { url: url.href, roundTrips: () => counted }
})
