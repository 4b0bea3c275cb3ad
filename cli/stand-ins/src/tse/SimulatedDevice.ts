import type { TseFields } from "@wristbank/core/tse/TseFrame"
import { Data, DateTime, type Duration, Effect, FiberSet, Predicate, Result, type Schema, Semaphore } from "effect"
import type { Misbehaviour } from "./device/DeviceFault.ts"
import { refusals } from "./device/DeviceOutcome.ts"
import type { VirtualDevice } from "./device/DeviceProfile.ts"
import { frameOf, readFrame } from "./device/DeviceText.ts"
import { refusedAnswer } from "./device/VirtualDevice.ts"
import type { DeviceJournal } from "./DeviceJournal.ts"
import { DeviceMemory } from "./DeviceMemory.ts"

/** The device's memory can't be kept, for example because the disk is full. */
class DeviceNotWritten extends Data.TaggedError("DeviceNotWritten")<{ readonly cause: unknown }> {
  override readonly message = "The simulated device can't keep what happened"
}

/** A connection of the device. */
export interface DeviceLine {
  readonly send: (text: string) => void
  /** Ends it without a message. */
  readonly terminate: () => void
}

export interface SimulatedDeviceOptions {
  readonly device: VirtualDevice
  readonly journal: DeviceJournal
  /** How long a signed operation takes. */
  readonly delay: Duration.Input
}

/** A device that is switched on: one for all connections, one operation at a time, with its configured faults. */
export const makeSimulatedDevice = Effect.fnUntraced(function*(options: SimulatedDeviceOptions) {
  const memory = new DeviceMemory(options.device, options.journal)
  yield* memory.recall
  const lines = new Set<DeviceLine>()
  const atWork = yield* FiberSet.make()
  const fork = yield* FiberSet.runtime(atWork)<never>()
  const oneAtATime = yield* Semaphore.make(1)
  let delay = options.delay

  /** A refusal is answered at once. A signed operation takes its time and is decided at the end of it. */
  const inTurn = (fields: TseFields) =>
    Effect.gen(function*() {
      if (memory.wouldSign(fields, yield* DateTime.now)) yield* Effect.sleep(delay)
      return yield* keep(memory, fields)
    }).pipe(oneAtATime.withPermits(1))

  const carryOut = (fields: TseFields) => fields["Command"] === "PingPong" ? keep(memory, fields) : inTurn(fields)

  return {
    memory,
    lines,
    /** Takes a message from a connection; its answer is sent later. */
    receive: (line: DeviceLine, message: string): void => {
      const content = readFrame(message)
      if (Result.isFailure(content)) {
        if (content.failure.reason === "json") line.terminate()
      } else if (isFields(content.success)) {
        fork(serve(line, content.success, memory.meet(content.success["Command"]), carryOut))
      } else line.send(frameOf({ Status: "error" }))
    },
    setDelay: (each: Duration.Input): void => {
      delay = each
    },
    /** Sends a text to all connections, framed or not. */
    say: (text: string): void => {
      for (const line of lines) line.send(text)
    },
    drop: (): void => dropAll(lines),
    /**
     * Switches the device off and on again. A running operation is lost, and with `forgets` all of its memory, but never
     * its key.
     */
    restart: Effect.fnUntraced(function*(how: { readonly forgets: boolean }) {
      dropAll(lines)
      yield* FiberSet.clear(atWork)
      // A client that reconnects at once waits until the memory is read, so that it sees no earlier state.
      yield* oneAtATime.withPermits(1)(Effect.suspend(() => {
        if (how.forgets) memory.journal.clear()
        return memory.recall
      }))
    })
  }
})

export type SimulatedDevice = Effect.Success<ReturnType<typeof makeSimulatedDevice>>

/** Carries a command out. If the device can't write, the command is not done and its answer says so. */
const keep = Effect.fnUntraced(function*(memory: DeviceMemory, fields: TseFields) {
  const now = yield* DateTime.now
  return yield* Effect.catch(
    Effect.try({ try: () => memory.carryOut(fields, now), catch: (cause) => new DeviceNotWritten({ cause }) }),
    (error) => Effect.as(Effect.logError(error), refusedAnswer(fields, refusals.writeError))
  )
})

/** Serves one command with the misbehaviours that it meets. */
const serve = Effect.fnUntraced(function*(
  line: DeviceLine,
  fields: TseFields,
  met: ReadonlyArray<Misbehaviour>,
  carryOut: (fields: TseFields) => Effect.Effect<Schema.JsonObject>
) {
  const meets = (kind: Misbehaviour["kind"]) => met.some((misbehaviour) => misbehaviour.kind === kind)
  if (meets("lose_command")) return
  if (meets("drop_before")) return line.terminate()
  const refusal = met.find((misbehaviour) => misbehaviour.kind === "refuse")
  const given = refusal === undefined ? yield* carryOut(fields) : refusedAnswer(fields, refusal)
  const answer = meets("wrong_signature") ? forged(given) : given
  for (const misbehaviour of met) {
    if (misbehaviour.kind === "delay_answer") yield* Effect.sleep(misbehaviour.milliseconds)
  }
  if (meets("drop_after")) return line.terminate()
  if (meets("garbage_frame")) line.send("\u0002{ half a frame")
  if (meets("unsolicited_event")) line.send(frameOf({ event: "DeviceStatusChanged" }))
  if (meets("swallow_answer")) return
  const frame = frameOf(meets("wrong_request_id") ? strange(answer) : answer)
  line.send(frame)
  if (meets("answer_twice")) line.send(frame)
})

const dropAll = (lines: ReadonlySet<DeviceLine>) => {
  for (const line of lines) line.terminate()
}

/** The same answer with the last bit of its signature changed. */
const forged = (answer: Schema.JsonObject): Schema.JsonObject => {
  const signature = answer["Signature"]
  if (!Predicate.isString(signature)) return answer
  const last = Number.parseInt(signature.slice(-1), 16) ^ 1
  return { ...answer, Signature: signature.slice(0, -1) + last.toString(16) }
}

/** The same answer with the id of a request that was never sent. */
const strange = (answer: Schema.JsonObject): Schema.JsonObject => {
  const id = answer["PingPong"]
  return { ...answer, PingPong: (Predicate.isNumber(id) ? id : 0) + 1_000_000 }
}

const isFields = (value: Schema.Json): value is Schema.JsonObject => Predicate.isObject(value)
