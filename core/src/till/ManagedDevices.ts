import { Context, Effect, Layer } from "effect"
import { InvalidArgument, NotFound } from "../base/Refusal.ts"
import { EventRepository } from "../event/EventRepository.ts"
import { Access } from "../organisation/Access.ts"
import type { AtEvent } from "../organisation/Caller.ts"
import { Changes } from "../organisation/Changes.ts"
import { NodeIsReadOnly } from "../organisation/Node.ts"
import { NodeRepository } from "../organisation/NodeRepository.ts"
import { mayManage } from "../organisation/Place.ts"
import { DeviceRepository } from "./DeviceRepository.ts"
import { deviceRules } from "./DeviceRules.ts"
import {
  type ChangeMdmDeviceMappingPayload,
  DeviceReading,
  MdmDevice,
  MdmDeviceMapping,
  MdmDeviceWithMapping
} from "./ManagedDevice.ts"
import { TerminalRepository } from "./TerminalRepository.ts"

/** The devices that the device management of an event knows, and the terminals that they are. */
export class ManagedDevices extends Context.Service<ManagedDevices>()("core/ManagedDevices", {
  make: Effect.gen(function*() {
    const access = yield* Access
    const changes = yield* Changes
    const devices = yield* DeviceRepository
    const events = yield* EventRepository
    const nodes = yield* NodeRepository
    const terminals = yield* TerminalRepository

    const switchedOn = Effect.fnUntraced(function*(eventId: bigint) {
      const [event] = yield* Effect.orDie(events.list([eventId]))
      if (event?.settings.headwind_enabled !== true) return yield* InvalidArgument.of(deviceRules.management_off)
    })

    /**
     * The nodes whose terminals the caller manages, and whether those are archived: nodes from the event down to the caller's at
     * which they may, and all nodes below the caller's.
     */
    const managed = Effect.fnUntraced(function*(caller: AtEvent) {
      const above = yield* access.reach(caller, mayManage)
      const below = yield* Effect.orDie(nodes.subtree(caller.node.id))
      return new Map([
        ...above.map((id) => [id, false] as const),
        ...below.map(({ id, read_only }) => [id, read_only] as const)
      ])
    })

    const nodesOf = (caller: AtEvent) => Effect.map(managed(caller), (found) => Array.from(found.keys()))

    /** The devices of the last reading that are no terminal, or a terminal that the caller manages. */
    const list = Effect.fn("ManagedDevices.list")(function*(caller: AtEvent) {
      yield* switchedOn(caller.eventId)
      const rows = yield* Effect.orDie(devices.list(caller.eventId, yield* nodesOf(caller)))
      return rows.map((row) => {
        const { created_at, terminal_description, terminal_id, terminal_name, updated_at, ...device } = row
        const mapping = terminal_id === null || terminal_name === null || created_at === null || updated_at === null
          ? null
          : new MdmDeviceMapping({
            terminal_id,
            type: "headwind",
            mdm_device_id: device.device_id,
            created_at,
            updated_at,
            terminal_name,
            terminal_description
          })
        return new MdmDeviceWithMapping({ device: new MdmDevice(device), mapping })
      })
    })

    /** When the devices were read last, and why that failed. */
    const reading = Effect.fn("ManagedDevices.reading")(function*(caller: AtEvent) {
      yield* switchedOn(caller.eventId)
      const [found] = yield* Effect.orDie(devices.reading(caller.eventId))
      return new DeviceReading(found ?? { read_at: null, failed_at: null, problem: null })
    })

    /** Where a device was last located. */
    const location = Effect.fn("ManagedDevices.location")(function*(caller: AtEvent, deviceId: string) {
      yield* switchedOn(caller.eventId)
      const seen = yield* Effect.orDie(devices.list(caller.eventId, yield* nodesOf(caller)))
      const found = seen.some(({ device_id }) => device_id === deviceId)
        ? yield* Effect.orDie(devices.location(caller.eventId, deviceId))
        : undefined
      return found ?? (yield* new NotFound({ element_type: "mdm_device", element_id: deviceId }))
    })

    /** Where the terminals that the caller manages were last located, by name. */
    const locations = Effect.fn("ManagedDevices.locations")(function*(caller: AtEvent) {
      yield* switchedOn(caller.eventId)
      return yield* Effect.orDie(devices.locations(caller.eventId, yield* nodesOf(caller)))
    })

    const managedTerminal = Effect.fnUntraced(function*(caller: AtEvent, id: bigint) {
      const found = yield* Effect.orDie(terminals.findInEvent(caller.eventId, id))
      const isArchived = found && (yield* managed(caller)).get(found.node_id)
      if (found === undefined || isArchived === undefined) {
        return yield* new NotFound({ element_type: "terminal", element_id: id })
      }
      if (isArchived) return yield* new NodeIsReadOnly({ node_id: found.node_id })
      return found
    })

    /** Makes a device that of a terminal. Former links of both end. */
    const link = Effect.fn("ManagedDevices.link")(
      (caller: AtEvent, { mdm_device_id, terminal_id }: ChangeMdmDeviceMappingPayload) =>
        Effect.asVoid(changes.run(
          caller,
          (linked) => {
            if (linked === null) return null
            const { before, nodeId } = linked
            const old_device_id = before.find((one) => one.terminal_id === terminal_id)?.device_id ?? null
            const old_terminal_id = before.find((one) => one.device_id === mdm_device_id)?.terminal_id ?? null
            const content = { terminal_id, mdm_device_id, old_device_id, old_terminal_id }
            return { logType: "terminal_device_linked", nodeId, content }
          },
          Effect.gen(function*() {
            const { eventId } = caller
            yield* switchedOn(eventId)
            const terminal = yield* managedTerminal(caller, terminal_id)
            if (yield* devices.isElsewhere(eventId, mdm_device_id)) {
              return yield* InvalidArgument.of(deviceRules.device_elsewhere, { device: mdm_device_id })
            }
            const before = yield* devices.links(eventId, terminal_id, mdm_device_id)
            const taken = InvalidArgument.of(deviceRules.device_taken, { device: mdm_device_id })
            for (const other of before) {
              yield* Effect.catchTag(managedTerminal(caller, other.terminal_id), "NotFound", () => taken)
            }
            if (before.some((one) => one.terminal_id === terminal_id && one.device_id === mdm_device_id)) return null
            yield* devices.link(eventId, terminal_id, mdm_device_id)
            return { before, nodeId: terminal.node_id }
          })
        ))
    )

    /** Ends the link of a terminal, if it has one. */
    const unlink = Effect.fn("ManagedDevices.unlink")((caller: AtEvent, terminalId: bigint) =>
      Effect.asVoid(changes.run(
        caller,
        ({ before: [former], nodeId }) =>
          former === undefined ? null : {
            logType: "terminal_device_unlinked",
            nodeId,
            content: { terminal_id: terminalId, mdm_device_id: former.device_id }
          },
        Effect.gen(function*() {
          const terminal = yield* managedTerminal(caller, terminalId)
          const before = yield* devices.links(caller.eventId, terminalId)
          yield* devices.unlink(caller.eventId, terminalId)
          return { before, nodeId: terminal.node_id }
        })
      ))
    )

    return { link, list, location, locations, reading, unlink }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Changes.layer]),
    Layer.provide([DeviceRepository.layer, EventRepository.layer, NodeRepository.layer, TerminalRepository.layer])
  )
}
