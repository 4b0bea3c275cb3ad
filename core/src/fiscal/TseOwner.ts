import { Data } from "effect"

/** The process that signs with a device. No one else can store anything for it while its record has this epoch. */
export interface TseOwner {
  readonly eventId: bigint
  readonly tseId: bigint
  readonly epoch: bigint
}

/** Another process has taken the device over; the state that this one keeps is no longer valid. */
export class NotOwner extends Data.TaggedError("NotOwner") {
  override readonly message = "Someone else signs with the device"
}
