import {
  ChangeMdmDeviceMappingPayload,
  DeviceId,
  DeviceReading,
  MdmDeviceLocation,
  MdmDeviceWithMapping,
  RemoveMdmDeviceMappingPayload,
  TerminalLocation
} from "@wristbank/core/device/ManagedDevice"
import { NewSiteMap, SiteMap } from "@wristbank/core/device/SiteMap"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** The devices that a device management knows, where they are, and the map of the site. */
export class DeviceApi extends HttpApiGroup.make("devices").add(
  HttpApiEndpoint.get("listDevices", "/terminal/mdm-devices", {
    query: at,
    success: Schema.Array(MdmDeviceWithMapping)
  }),
  HttpApiEndpoint.get("deviceReading", "/terminal/mdm-devices/reading", { query: at, success: DeviceReading }),
  HttpApiEndpoint.post("linkDevice", "/terminal/mdm-devices/change-device-to-terminal-mapping", {
    query: at,
    payload: ChangeMdmDeviceMappingPayload,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("unlinkDevice", "/terminal/mdm-devices/remove-device-to-terminal-mapping", {
    query: at,
    payload: RemoveMdmDeviceMappingPayload,
    success: Schema.Null
  }),
  HttpApiEndpoint.get("locateDevice", "/terminal/mdm-devices/:mdm_device_id/location", {
    params: { mdm_device_id: DeviceId },
    query: at,
    success: MdmDeviceLocation
  }),
  HttpApiEndpoint.get("locations", "/terminal/locations", { query: at, success: Schema.Array(TerminalLocation) }),
  /** Null while the organiser has given none. */
  HttpApiEndpoint.get("siteMap", "/terminal/site-map", { query: at, success: Schema.NullOr(SiteMap) }),
  HttpApiEndpoint.post("setSiteMap", "/terminal/site-map", { query: at, payload: NewSiteMap, success: Schema.Null }),
  HttpApiEndpoint.delete("removeSiteMap", "/terminal/site-map", { query: at, success: Schema.Null })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
