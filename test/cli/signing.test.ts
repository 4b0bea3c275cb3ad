import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { isVerified, signingEvent, signingLayer, until } from "../core/fiscal/SigningWorld.ts"
import { openSignedDevice } from "../support/SignedDevice.ts"
import { end, type Killable, worker } from "./Killable.ts"

const isOwner = ({ stderr }: Killable) => stderr.some((line) => line.includes("A signing device is connected"))

layer(signingLayer, { excludeTestServices: true })("signing in several processes", (it) => {
  it.effect(
    "each device has one owner; another takes over from one that was killed, and new devices are taken up",
    () =>
      Effect.gen(function*() {
        const first = yield* openSignedDevice({ seed: randomUUID(), curve: "secp256r1", delay: 20 })
        const event = yield* signingEvent({ limitSeconds: 60, tills: 4 })
        const workers = yield* Effect.all([worker("signing"), worker("signing")], { concurrency: 2 })
        const tse = yield* event.addDevice(first)
        yield* event.becomes(tse, ({ connected }) => connected)
        for (let n = 0; n < 5; n++) yield* Effect.forEach(event.tills, (till) => event.book(till))
        yield* until(event.jobs, (rows) => rows.some(({ status }) => status === "done"))
        const owner = yield* until(Effect.sync(() => workers.find(isOwner)), (running) => running !== undefined)
        yield* Effect.promise(() => end(owner!, "SIGKILL"))
        yield* event.settled
        const second = yield* openSignedDevice({ seed: randomUUID(), curve: "secp256r1" })
        yield* event.becomes(yield* event.addDevice(second), ({ connected }) => connected)
        const rows = yield* event.settled
        const signed = rows.filter(({ status }) => status === "done")
        assert.isAtLeast(signed.length, 19)
        assert.isTrue(rows.every((row) => row.status === "done" || row.failure_reason === "answer_lost"))
        assert.isTrue(signed.every((row) => isVerified(row, first)))
        assert.lengthOf(new Set(signed.map(({ transaction_number }) => transaction_number)), signed.length)
        assert.isTrue((yield* event.jobs).every(({ tse_id }) => tse_id === tse))
      })
  )
})
