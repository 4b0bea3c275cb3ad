import type { TseFields } from "@wristbank/core/tse/TseFrame"
import { DateTime, Effect, type Schema } from "effect"
import { type DeviceFault, meet, type Misbehaviour } from "./device/DeviceFault.ts"
import type { VirtualDevice } from "./device/DeviceProfile.ts"
import {
  type DeviceConditions,
  type DeviceEvent,
  type DeviceState,
  evolve,
  maxFailures,
  newDevice,
  type SignedRecord
} from "./device/DeviceState.ts"
import { step } from "./device/VirtualDevice.ts"
import type { DeviceJournal } from "./DeviceJournal.ts"

/** The state of a simulated device, kept in its journal, and the faults that wait for their commands. */
export class DeviceMemory {
  readonly device: VirtualDevice
  readonly journal: DeviceJournal
  private readonly unsigned: VirtualDevice
  private current: DeviceState = newDevice
  private waiting: ReadonlyArray<DeviceFault> = []

  constructor(device: VirtualDevice, journal: DeviceJournal) {
    this.device = device
    this.journal = journal
    // Signing takes long, so a check of what would be signed uses a key that does not sign.
    this.unsigned = { ...device, key: { ...device.key, sign: () => new Uint8Array() } }
  }

  get state(): DeviceState {
    return this.current
  }

  get faults(): ReadonlyArray<DeviceFault> {
    return this.waiting
  }

  /** Reads the journal from its beginning, as a device does when it is switched on. */
  readonly recall: Effect.Effect<void> = Effect.promise(async () => {
    let state = newDevice
    for await (const event of this.journal.events()) state = evolve(state, event)
    this.current = state
  })

  /** The signed operations, in their order. */
  readonly log: Effect.Effect<ReadonlyArray<SignedRecord>> = Effect.promise(async () => {
    const signed: Array<SignedRecord> = []
    for await (const event of this.journal.events()) if (event.event === "signed") signed.push(event)
    return signed
  })

  /** Whether the command would be signed now. */
  wouldSign(fields: TseFields, now: DateTime.Utc): boolean {
    return step(this.unsigned, this.current, fields, now).event?.event === "signed"
  }

  /** Carries the command out and keeps its event before the answer is sent; throws when it can't be kept. */
  carryOut(fields: TseFields, now: DateTime.Utc): Schema.JsonObject {
    const { answer, event } = step(this.device, this.current, fields, now)
    if (event !== null) this.happen(event)
    return answer
  }

  /** Changes the conditions of the device. */
  change(conditions: Partial<DeviceConditions>): void {
    this.happen({ event: "conditions_changed", conditions: { ...this.current.conditions, ...conditions } })
  }

  /** Blocks its users, as three wrong passwords do. */
  block(): void {
    while (this.current.passwordFailures < maxFailures) this.happen({ event: "password_refused" })
  }

  addFaults(...more: ReadonlyArray<DeviceFault>): void {
    this.waiting = [...this.waiting, ...more]
  }

  clearFaults(): void {
    this.waiting = []
  }

  /** The misbehaviours that the command meets. */
  meet(command: unknown): ReadonlyArray<Misbehaviour> {
    const { met, remaining } = meet(this.waiting, command)
    this.waiting = remaining
    return met
  }

  private happen(event: DeviceEvent): void {
    this.journal.append(event)
    this.current = evolve(this.current, event)
  }
}
