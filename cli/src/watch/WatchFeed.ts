import { Moment } from "@wristbank/core/base/Moment"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { TseStatus } from "@wristbank/core/fiscal/Tse"
import { EventStatus } from "@wristbank/core/overview/EventStatus"
import { Takings } from "@wristbank/core/report/Takings"
import type { callsOf } from "@wristbank/http/client/ServerCalls"
import { Clock, DateTime, Effect, Schema } from "effect"
import { missingMinutes, type WatchState, withMinutes } from "./WatchState.ts"
import { takenOf } from "./WatchText.ts"

type Call = ReturnType<typeof callsOf>

/** How often the status is read, and the devices, in seconds. */
const everySeconds = 5
const devicesEverySeconds = 15

/** Minutes that are read with each status, until all are there. */
const minutesAtOnce = 5

const Devices = Schema.Struct({
  entities: Schema.Record(
    Schema.String,
    Schema.Struct({
      name: Schema.String,
      status: TseStatus,
      connected: Schema.Boolean,
      queue_length: Schema.Int,
      oldest_unsigned: nullOr(Moment),
      fault: nullOr(Schema.String)
    })
  )
})

/** Where a watch reads, and what it is called. */
export interface Watched {
  readonly call: Call
  readonly server: string
  readonly node: { readonly id: bigint; readonly name: string }
}

const readStatus = ({ call, node }: Watched) =>
  call({ path: "/now", query: { node_id: String(node.id) }, answer: EventStatus })

/** Null for users who may not see the devices. */
const readDevices = ({ call, node }: Watched) =>
  call({ path: "/tses/", query: { node_id: String(node.id) }, answer: Devices }).pipe(
    Effect.map(({ entities }) => Object.values(entities).toSorted((one, other) => one.name.localeCompare(other.name))),
    Effect.catchIf((error) => error._tag === "CallRefused" && error.status === 403, () => Effect.succeed(null))
  )

const timeOf = (minute: number) => DateTime.formatIso(DateTime.makeUnsafe(minute * 60_000))

const readMinute = ({ call, node }: Watched, minute: number) =>
  call({
    path: "/stats/takings",
    query: {
      node_id: String(node.id),
      by: "method",
      from_timestamp: timeOf(minute),
      to_timestamp: timeOf(minute + 1)
    },
    answer: Takings
  }).pipe(Effect.map(({ total }) => [minute, takenOf(total)] as const))

/** The time at the server, which that of a laptop may be far from. */
export const serverMillis = ({ aheadMillis }: Pick<WatchState, "aheadMillis">) =>
  Effect.map(Clock.currentTimeMillis, (now) => now + aheadMillis)

const step = Effect.fnUntraced(function*(watched: Watched, before: WatchState | null) {
  const eventStatus = yield* readStatus(watched)
  const now = eventStatus.at.epochMilliseconds
  const isDue = before === null || now - before.devicesReadMillis >= devicesEverySeconds * 1000
  const devices = isDue ? yield* readDevices(watched) : before.devices
  const minutes = before?.minutes ?? new Map<number, bigint>()
  const missing = eventStatus.takings === null ? [] : missingMinutes({ minutes }, now, minutesAtOnce)
  const read = yield* Effect.forEach(missing, (minute) => readMinute(watched, minute))
  const state: WatchState = {
    server: watched.server,
    eventName: watched.node.name,
    connection: { kind: "live" },
    aheadMillis: now - (yield* Clock.currentTimeMillis),
    eventStatus,
    devices,
    devicesReadMillis: isDue ? now : before.devicesReadMillis,
    minutes: withMinutes(minutes, read, now)
  }
  return state
})

/** Reads the state of the event once. */
export const readOnce = (watched: Watched) => step(watched, null)

/**
 * Reads the state of the event again and again and passes each one on. While the server does not answer, it passes the last state
 * on, marked so, and tries again. Ends when a call is refused, such as after the end of the session.
 */
export const follow = Effect.fnUntraced(function*<R>(
  watched: Watched,
  first: WatchState,
  show: (state: WatchState) => Effect.Effect<void, never, R>
) {
  let state = first
  for (;;) {
    yield* show(state)
    yield* Effect.sleep(everySeconds * 1000)
    state = yield* step(watched, state).pipe(
      Effect.catchIf(
        (error) => error._tag !== "CallRefused" || error.status >= 500 || error.status === 429,
        ({ message }) =>
          Effect.map(serverMillis(state), (now): WatchState => ({
            ...state,
            connection: {
              kind: "away",
              message,
              sinceMillis: state.connection.kind === "away" ? state.connection.sinceMillis : now
            }
          }))
      )
    )
  }
})
