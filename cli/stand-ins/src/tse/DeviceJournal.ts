import { Effect, Result, Schema } from "effect"
import { appendFileSync, createReadStream, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { DeviceEvent } from "./device/DeviceState.ts"

/** The storage of a simulated device's events. */
export interface DeviceJournal {
  /** All events, in their order. */
  readonly events: () => AsyncIterable<DeviceEvent>
  /**
   * Done before the device answers, so that no answer reports an operation that is lost later; throws when the event can't
   * be kept.
   */
  readonly append: (event: DeviceEvent) => void
  readonly clear: () => void
}

/** Raised when a file is not a journal of this device. */
export class JournalUnreadable
  extends Schema.TaggedError<JournalUnreadable>()("JournalUnreadable", { message: Schema.String })
{}

/** A journal in memory, lost with the process. */
export const memoryJournal = (): DeviceJournal => {
  let events: ReadonlyArray<DeviceEvent> = []
  let newer: Array<DeviceEvent> = []
  return {
    events: async function*() {
      events = [...events, ...newer]
      newer = []
      yield* events
    },
    append: (event) => void newer.push(event),
    clear: () => {
      events = []
      newer = []
    }
  }
}

/**
 * A file with a line for each event, made when it is missing. A killed process and a full disk leave at most half a line,
 * whose operation was never answered; it is cut off. The first line names the device, because another device can't continue
 * the file.
 */
export const fileJournal = (path: string, serial: string): Effect.Effect<DeviceJournal, JournalUnreadable> =>
  Effect.try({
    try: () => {
      const header = `${encodeHeader({ serial })}\n`
      const found = contentOf(path)
      const whole = found.slice(0, found.lastIndexOf("\n") + 1)
      if (whole === "") writeFileSync(path, header, { mode: 0o600 })
      else if (whole.startsWith(header)) truncateSync(path, Buffer.byteLength(whole))
      else throw new Error("it belongs to another device")
      for (const line of whole.split("\n").slice(1, -1)) Result.getOrThrow(decodeEvent(line))
      let length = Buffer.byteLength(whole === "" ? header : whole)
      return {
        events: () => eventsOf(path),
        append: (event) => {
          const line = `${encodeEvent(event)}\n`
          try {
            appendFileSync(path, line)
          } catch (cause) {
            truncateSync(path, length)
            throw cause
          }
          length += Buffer.byteLength(line)
        },
        clear: () => {
          writeFileSync(path, header)
          length = Buffer.byteLength(header)
        }
      }
    },
    catch: (cause) =>
      new JournalUnreadable({
        message: `${path} can't be gone on with: ${cause instanceof Error ? cause.message : cause}; name another file`
      })
  })

const encodeHeader = Schema.encodeSync(Schema.fromJsonString(Schema.Struct({ serial: Schema.String })))
const encodeEvent = Schema.encodeSync(Schema.fromJsonString(DeviceEvent))
const decodeEvent = Schema.decodeResult(Schema.fromJsonString(DeviceEvent))

const contentOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return ""
    throw cause
  }
}

async function* eventsOf(path: string): AsyncIterable<DeviceEvent> {
  let first = true
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (!first) yield Result.getOrThrow(decodeEvent(line))
    first = false
  }
}
