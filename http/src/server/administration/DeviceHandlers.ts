import { ManagedDevices } from "@wristbank/core/till/ManagedDevices"
import { SiteMaps } from "@wristbank/core/till/SiteMaps"
import { Effect } from "effect"
import { AdministrationApi } from "../../api/administration/AdministrationApi.ts"
import { nothing } from "../answers/Handler.ts"
import { groupHandlers } from "../edge/RequestServices.ts"
import { callerAt } from "./CallerAt.ts"

export const DeviceHandlers = groupHandlers(
  AdministrationApi,
  "devices",
  Effect.fnUntraced(function*(handlers) {
    const { inEvent } = yield* callerAt
    const reading = inEvent()
    const managing = inEvent({ write: true, objectType: "terminal" })
    const writing = inEvent({ write: true })
    const devices = yield* ManagedDevices
    const maps = yield* SiteMaps

    return handlers.handleAll({
      listDevices: reading((caller) => devices.list(caller)),
      deviceReading: reading((caller) => devices.reading(caller)),
      locateDevice: reading((caller, { params }) => devices.location(caller, params.mdm_device_id)),
      locations: reading((caller) => devices.locations(caller)),
      linkDevice: nothing(managing((caller, { payload }) => devices.link(caller, payload))),
      unlinkDevice: nothing(managing((caller, { payload }) => devices.unlink(caller, payload.terminal_id))),
      siteMap: reading(({ eventId }) => maps.get(eventId)),
      setSiteMap: nothing(writing((caller, { payload }) => maps.set(caller, payload))),
      removeSiteMap: nothing(writing((caller) => maps.remove(caller)))
    })
  })
)
