/** A till that booked and that no device signs for. */
export interface WaitingTill {
  readonly id: bigint
  readonly eventId: bigint
  /** The nodes at which a device may stand that signs for it: from the event down to its own. */
  readonly pathIds: ReadonlyArray<bigint>
}

/** A device that is active. */
export interface FreeTse {
  readonly id: bigint
  readonly eventId: bigint
  readonly nodeId: bigint
  /** Tills that it signs for. */
  readonly tills: number
  /** Tills that it can know. */
  readonly maxTills: number
  /** Something is wrong with it at the moment: it is given tills only if no other can be. */
  readonly faulty: boolean
}

export interface Assignment {
  readonly eventId: bigint
  readonly tillId: bigint
  readonly tseId: bigint
}

/**
 * Decides which device signs for each till: of those at the till's node or above it, one without a fault, the one with
 * the fewest tills, the lowest id first. Tills are looked at by ascending id, each counting for the next. A till without a device stays without.
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
