import { admits, after, unloaded } from "@wristbank/core/base/limits/BookingAdmission"
import { counter, type MetricDefinitions } from "@wristbank/core/base/MetricDefinition"
import { TimeoutScale } from "@wristbank/core/sql/Deadline"
import { Effect } from "effect"
import { performance } from "node:perf_hooks"

export const overloadMetrics = {
  counters: {
    refused: {
      name: "wristbank_bookings_refused",
      description: "Bookings refused at once with 503, as more came than this process can answer",
      labels: {}
    }
  }
} satisfies MetricDefinitions

/** Milliseconds after which the limit is decided anew. */
const intervalMillis = 200

/** Refused senders are told to wait 1 to this many seconds, in turn, so that they do not come back all at once. */
const longestPause = 4

/** Counts the bookings that this process has under way, and decides which further ones it takes on. */
export const bookingQueue = Effect.gen(function*() {
  const scale = yield* TimeoutScale
  const context = yield* Effect.context<never>()
  const refusals = counter(overloadMetrics.counters.refused, {})
  const ofEvents = new Map<bigint | undefined, number>()
  let admission = unloaded
  let [all, answered, failed, refused] = [0, 0, 0, 0]
  let pauses = 0
  let began = performance.now()
  let used = performance.eventLoopUtilization()

  const look = () => {
    const now = performance.now()
    const millis = now - began
    if (millis < intervalMillis) return
    const { utilization: busy } = performance.eventLoopUtilization(used)
    admission = after(admission, { millis, answered, failed, refused, underWay: all, busy }, scale)
    began = now
    used = performance.eventLoopUtilization()
    answered = failed = refused = 0
  }

  const leave = (event: bigint | undefined, isAnswered: boolean) => {
    all--
    const left = ofEvents.get(event)! - 1
    if (left === 0) ofEvents.delete(event)
    else ofEvents.set(event, left)
    if (isAnswered) answered++
    else failed++
  }

  return {
    /**
     * Takes a booking on, unless too many are under way. What is returned is to be called at its end, with whether it was
     * answered.
     * @param event that its terminal belongs to, if that is known
     */
    enter: (event: bigint | undefined): ((isAnswered: boolean) => void) | undefined => {
      look()
      const ofEvent = ofEvents.get(event) ?? 0
      if (!admits(admission, { all, ofEvent, events: ofEvents.size + (ofEvent === 0 ? 1 : 0) })) {
        refused++
        refusals.updateUnsafe(1, context)
        return undefined
      }
      all++
      ofEvents.set(event, ofEvent + 1)
      return (isAnswered) => leave(event, isAnswered)
    },
    /** Seconds after which the next refused sender may try again. */
    pause: (): number => 1 + pauses++ % longestPause
  }
})
