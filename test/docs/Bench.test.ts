import { assert, it as alone, layer } from "@effect/vitest"
import { Doctor } from "@wristbank/core/doctor/Doctor"
import { BookingLanes } from "@wristbank/core/order/BookingLanes"
import { Secrets } from "@wristbank/core/organisation/Secrets"
import { StoredSecrets } from "@wristbank/core/organisation/StoredSecrets"
import { Effect, Layer } from "effect"
import { make } from "../../scripts/bench/Festival.ts"
import { faults } from "../../scripts/bench/Soak.ts"
import { servicesLayer } from "../support/administration.ts"

const services = Layer.mergeAll(StoredSecrets.layer, Doctor.layer, BookingLanes.layer).pipe(
  Layer.provideMerge(servicesLayer)
)

layer(services, { excludeTestServices: true })("the festival of the benchmark", (it) => {
  it.effect("is one that a server starts with and in which everything holds", () =>
    Effect.gen(function*() {
      const { tokens } = yield* make({ customers: 20, terminals: 3, tickets: 10 })
      assert.strictEqual(tokens.length, 3)
      const stored = yield* StoredSecrets
      yield* stored.checkAll(yield* Secrets)
      const { examinations } = yield* Doctor.use((doctor) => doctor.diagnose(3))
      assert.deepStrictEqual(examinations.filter(({ count }) => count > 0), [])
    }))
})

alone("a soak fails when a booking failed or the server grew by more than half", () => {
  const minute = (errors: number, serverMemory: number) => ({ bookings: 9_000, errors, p99: 20, serverMemory })
  assert.deepStrictEqual(faults([minute(0, 300), minute(0, 500), minute(0, 450)]), [])
  assert.strictEqual(faults([minute(0, 300), minute(0, 451)]).length, 1)
  assert.deepStrictEqual(faults([minute(2, 300), minute(1, 300)]), ["3 bookings failed"])
})
