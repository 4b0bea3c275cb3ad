import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { tmpdir } from "node:os"
import { isVerified, signingEvent, signingLayer, until } from "../core/fiscal/SigningWorld.ts"
import { secretKey } from "../support/administration.ts"
import { TestDatabase } from "../support/database.ts"
import { openSignedDevice } from "../support/SignedDevice.ts"
import { end, type Killable, start } from "./Killable.ts"

/** A process that signs, ended with the scope at the latest. */
const worker = Effect.acquireRelease(
  Effect.flatMap(TestDatabase, ({ url }) =>
    Effect.promise(() =>
      start(["work"], {
        cwd: tmpdir(),
        environment: { DATABASE_URL: Redacted.value(url), WRISTBANK_SECRET_KEY: secretKey },
        ready: "signing"
      })
    )),
  (running) => Effect.promise(() => end(running, "SIGKILL"))
)

const isOwner = ({ stderr }: Killable) => stderr.some((line) => line.includes("A signing device is connected"))

layer(signingLayer, { excludeTestServices: true })("signing in several processes", (it) => {
  it.effect(
    "each device has one owner; another takes over from one that was killed, and new devices are taken up",
    () =>
      Effect.gen(function*() {
        const first = yield* openSignedDevice({ seed: randomUUID(), curve: "secp256r1", delay: 20 })
        const event = yield* signingEvent({ limitSeconds: 60, tills: 4 })
        const workers = yield* Effect.all([worker, worker], { concurrency: 2 })
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
