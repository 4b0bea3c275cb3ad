import { Layer } from "effect"
import { DeviceReadings } from "../till/DeviceReadings.ts"
import { DeviceRepository } from "../till/DeviceRepository.ts"
import * as Headwind from "../till/Headwind.ts"
import { ManagedDevices } from "../till/ManagedDevices.ts"
import { SiteMapRepository } from "../till/SiteMapRepository.ts"
import { SiteMaps } from "../till/SiteMaps.ts"
import { TerminalRepository } from "../till/TerminalRepository.ts"

/** The devices of terminals and the map of the site as the office sees them; they need the services of `organisation`. */
export const layer = Layer.mergeAll(
  ManagedDevices.layer.pipe(
    Layer.provide(TerminalRepository.layer),
    Layer.provideMerge(DeviceRepository.layer)
  ),
  Layer.provide(SiteMaps.layer, SiteMapRepository.layer)
)

/** The readings of device managements; they need the others and a `ManagementConnection`. */
export const calling = Layer.provide(DeviceReadings.layer, Headwind.layer)
