import { Context, Effect, Layer, Redacted, Result } from "effect"
import { EventRepository } from "../event/EventRepository.ts"
import { eventSecret } from "../organisation/SecretLocation.ts"
import { Secrets } from "../organisation/Secrets.ts"
import { keepGoing } from "../sql/Outages.ts"
import { DeviceManagement, ManagementError, type ManagementServer } from "./DeviceManagement.ts"
import { DeviceRepository, type DueReading } from "./DeviceRepository.ts"

/** Seconds between the readings of an event's device management. */
const intervalSeconds = 300

/** The longest time of a reading: positions are asked for device by device. */
const timeLimit = "2 minutes"

/** Events that are read at the same time. Those after a slow device management wait at most for its time limit. */
const atOnce = 8

/** Reads the device managements of events. */
export class DeviceReadings extends Context.Service<DeviceReadings>()("core/DeviceReadings", {
  make: Effect.gen(function*() {
    const devices = yield* DeviceRepository
    const events = yield* EventRepository
    const management = yield* DeviceManagement
    const secrets = yield* Secrets

    const serverOf = Effect.fnUntraced(function*(eventId: bigint): Effect.fn.Return<ManagementServer, ManagementError> {
      const [event] = yield* Effect.orDie(events.list([eventId]))
      const { headwind_url: url = null, headwind_username: username = null } = event?.settings ?? {}
      const sealed = event?.secrets.headwind_password
      const password = sealed === undefined
        ? undefined
        : secrets.read(eventSecret(eventId, "headwind_password"), sealed)
      if (url === null || username === null || password === undefined || Result.isFailure(password)) {
        return yield* new ManagementError({ reason: "password_unreadable" })
      }
      return { url, username, password: Redacted.make(password.success.text) }
    })

    /** Reads the devices of an event and stores them, or notes why that failed. No transaction waits for the answers. */
    const read = Effect.fnUntraced(function*(due: DueReading) {
      const found = yield* Effect.result(
        Effect.flatMap(serverOf(due.event_id), management.devices).pipe(
          Effect.timeoutOrElse({ duration: timeLimit, orElse: () => new ManagementError({ reason: "timeout" }) })
        )
      )
      const problem = Result.isFailure(found) ? found.failure : found.success.problem
      if (problem !== null) {
        yield* Effect.annotateLogs(Effect.logWarning(problem.message), { event_id: due.event_id })
      }
      const sentence = problem && { en: problem.messageIn("en"), de: problem.messageIn("de") }
      if (Result.isSuccess(found)) yield* devices.store(due, found.success.devices, sentence)
      else if (sentence !== null) yield* devices.fail(due, sentence)
    })

    /** Reads the devices of all events that are due. */
    const sweep = Effect.fn("DeviceReadings.sweep")(function*() {
      const keptUp = keepGoing("devices", "The devices of an event could not be stored", "Error")
      yield* Effect.forEach(yield* devices.due(intervalSeconds), (due) => keptUp(read(due)), {
        concurrency: atOnce,
        discard: true
      })
    })

    return { sweep }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([DeviceRepository.layer, EventRepository.layer])
  )
}
