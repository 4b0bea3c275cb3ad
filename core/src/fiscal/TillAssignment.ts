/** A till that has booked orders and has no device. */
export interface WaitingTill {
  readonly id: bigint
  readonly eventId: bigint
  /** Nodes whose devices may sign for the till: from the event down to the till's own. */
  readonly pathIds: ReadonlyArray<bigint>
}

/** An active device. */
export interface FreeTse {
  readonly id: bigint
  readonly eventId: bigint
  readonly nodeId: bigint
  /** Tills that the device signs for. */
  readonly tills: number
  /** Tills that the device can know. */
  readonly maxTills: number
  /** The device has a fault: it gets tills only if no other device can. */
  readonly faulty: boolean
}

export interface Assignment {
  readonly eventId: bigint
  readonly tillId: bigint
  readonly tseId: bigint
}

/**
 * Assigns a device to each till. Devices at the till's node or above it are considered; those without a fault come first, then the
 * one with the fewest tills, then the lowest id. Tills are assigned by ascending id, and each counts for the next. A till for which
 * no device has capacity gets none.
 */
export const assign = (
  tills: ReadonlyArray<WaitingTill>,
  devices: ReadonlyArray<FreeTse>
): ReadonlyArray<Assignment> => {
  const load = new Map(devices.map((device) => [device, device.tills]))
  const waiting = tills.toSorted((one, other) => ascending(one.eventId, other.eventId) || ascending(one.id, other.id))
  return waiting.flatMap(({ eventId, id, pathIds }) => {
    const [best] = [...load]
      .filter(([device, count]) =>
        device.eventId === eventId && count < device.maxTills && pathIds.includes(device.nodeId)
      )
      .toSorted(([one, few], [other, many]) =>
        Number(one.faulty) - Number(other.faulty) || few - many || ascending(one.id, other.id)
      )
    if (best === undefined) return []
    const [device, count] = best
    load.set(device, count + 1)
    return [{ eventId, tillId: id, tseId: device.id }]
  })
}

const ascending = (one: bigint, other: bigint) => one < other ? -1 : one > other ? 1 : 0
