import { Id } from "@wristbank/core/base/Id"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { mayManage } from "@wristbank/core/organisation/Place"
import {
  ChangeMdmDeviceMappingPayload,
  DeviceId,
  DeviceReading,
  MdmDeviceLocation,
  MdmDeviceWithMapping,
  RemoveMdmDeviceMappingPayload,
  TerminalLocation
} from "@wristbank/core/till/ManagedDevice"
import { NewSiteMap, SiteMap } from "@wristbank/core/till/SiteMap"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/**
 * The phones and tablets that are terminals, as the organiser's device management (Headwind) knows them: which is which
 * terminal, and where on the site each was last. The server reads the device management every 5 minutes.
 */
export class DeviceApi extends HttpApiGroup.make("devices").add(
  /**
   * List the devices of the device management.
   *
   * The devices of the last reading with the terminals that they are; devices of terminals that the caller doesn't manage are
   * left out. The device management must be switched on in the event's settings.
   */
  HttpApiEndpoint.get("listDevices", "/terminal/mdm-devices", {
    query: at,
    success: Schema.Array(MdmDeviceWithMapping)
  }),
  /**
   * Show when the devices were last read.
   *
   * The time of the last reading, and why it failed, if it did. A failed reading leaves the list of devices as it was.
   */
  HttpApiEndpoint.get("deviceReading", "/terminal/mdm-devices/reading", { query: at, success: DeviceReading }),
  /**
   * Link a device with a terminal.
   *
   * A device is one terminal and a terminal one device, so former links of both end. A device that another event uses is
   * refused.
   */
  HttpApiEndpoint.post("linkDevice", "/terminal/mdm-devices/change-device-to-terminal-mapping", {
    query: at,
    payload: ChangeMdmDeviceMappingPayload,
    success: Schema.Null
  }),
  /**
   * End the link of a terminal with its device.
   *
   * Terminal and device stay. Without a link nothing changes.
   */
  HttpApiEndpoint.post("unlinkDevice", "/terminal/mdm-devices/remove-device-to-terminal-mapping", {
    query: at,
    payload: RemoveMdmDeviceMappingPayload,
    success: Schema.Null
  }),
  /**
   * Show where a device was last.
   *
   * From the last reading that had a position of it; a device that never reported one is not found.
   */
  HttpApiEndpoint.get("locateDevice", "/terminal/mdm-devices/:mdm_device_id/location", {
    params: {
      /** The id of the device in the device management. */
      mdm_device_id: DeviceId
    },
    query: at,
    success: MdmDeviceLocation
  }),
  /**
   * List where the terminals were last.
   *
   * The linked terminals whose device has reported a position, by name. Terminals without a link or a position are left out.
   */
  HttpApiEndpoint.get("locations", "/terminal/locations", { query: at, success: Schema.Array(TerminalLocation) }),
  /**
   * Show the map of the site.
   *
   * The picture and where its corners are; null while the event has none.
   */
  HttpApiEndpoint.get("siteMap", "/terminal/site-map", { query: at, success: nullOr(SiteMap) }),
  /**
   * Store the map of the site.
   *
   * A PNG, JPEG or SVG picture of at most 2 MiB, and the places of three of its corners; the plan may be turned by any angle.
   * Without a picture the stored one stays and only the corners change. Call it at the event's own node.
   */
  HttpApiEndpoint.post("setSiteMap", "/terminal/site-map", { query: at, payload: NewSiteMap, success: Schema.Null }),
  /**
   * Delete the map of the site.
   *
   * Call it at the event's own node. Without a map nothing changes.
   */
  HttpApiEndpoint.delete("removeSiteMap", "/terminal/site-map", { query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
