import { nullOr } from "@wristbank/core/base/OptionalField"
import { Effect, Schema } from "effect"
import { commandNames } from "./VirtualDevice.ts"

/** A misbehaviour of a device or its connection at a command. */
export const Misbehaviour = Schema.Union([
  /** The connection ends before the device has seen the command, or after the device has carried it out. */
  Schema.Struct({ kind: Schema.Literals(["drop_before", "drop_after"]) }),
  /** The command never arrives; its answer never arrives; its answer arrives twice. */
  Schema.Struct({ kind: Schema.Literals(["lose_command", "swallow_answer", "answer_twice"]) }),
  /** The answer names another request; an invalid frame, or a message that answers nothing, comes before it. */
  Schema.Struct({ kind: Schema.Literals(["wrong_request_id", "garbage_frame", "unsolicited_event"]) }),
  /** The signature is answered with one bit changed. */
  Schema.Struct({ kind: Schema.Literal("wrong_signature") }),
  /** The answer comes this much later. The device has done its work in time and is free for others. */
  Schema.Struct({ kind: Schema.Literal("delay_answer"), milliseconds: Schema.Int }),
  /** The command is refused with this code, without reaching the device. */
  Schema.Struct({ kind: Schema.Literal("refuse"), code: Schema.Int, text: Schema.String })
])
export type Misbehaviour = typeof Misbehaviour.Type

/** A misbehaviour that waits for its commands. */
export const DeviceFault = Schema.Struct({
  /** The command's name; null for any. */
  command: nullOr(Schema.Literals(commandNames)).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  /** Number of such commands that are left alone first. */
  skip: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(0))),
  /** Number of commands that are affected then. */
  times: Schema.Int.pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
  misbehaviour: Misbehaviour
})
export type DeviceFault = typeof DeviceFault.Type

/** The misbehaviours that a command meets, and the remaining faults. */
export const meet = (
  faults: ReadonlyArray<DeviceFault>,
  command: unknown
): { readonly met: ReadonlyArray<Misbehaviour>; readonly remaining: ReadonlyArray<DeviceFault> } => {
  const concerns = (fault: DeviceFault) => fault.command === null || fault.command === command
  return {
    met: faults.filter((fault) => concerns(fault) && fault.skip === 0).map(({ misbehaviour }) => misbehaviour),
    remaining: faults.flatMap((fault) => {
      if (!concerns(fault)) return [fault]
      if (fault.skip > 0) return [{ ...fault, skip: fault.skip - 1 }]
      return fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : []
    })
  }
}
