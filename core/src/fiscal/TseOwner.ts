import { Data } from "effect"

/** Who signs with a device. Nobody else stores anything for it while the epoch is the one of its record. */
export interface TseOwner {
  readonly eventId: bigint
  readonly tseId: bigint
  readonly epoch: bigint
}

/** Another process owns the device meanwhile, so nothing that is known here counts any more. */
export class NotOwner extends Data.TaggedError("NotOwner") {
  override readonly message = "Somebody else signs with the device"
}
