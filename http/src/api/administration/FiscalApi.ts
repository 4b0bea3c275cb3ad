import { Id } from "@wristbank/core/base/Id"
import { orNull } from "@wristbank/core/base/OptionalField"
import { SingleLine } from "@wristbank/core/base/Text"
import { UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { mayManage } from "@wristbank/core/organisation/Place"
import { EndClosings, OpenClosing } from "@wristbank/core/till/TillClosing"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { LongCall } from "../LongCall.ts"
import { Needs } from "../Needs.ts"
import { flag } from "../QueryFlag.ts"
import { downloaded } from "../StoredFile.ts"
import { ifMatch } from "../Versioned.ts"
import { shown } from "./Shown.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** What a report of tills says besides the tills. */
class Ao146aExportPayload extends Schema.Class<Ao146aExportPayload>("Ao146aExportPayload")({
  /** The day on which all tills are taken out of use, as 2026-06-30; null or absent while they stay in use. */
  shutdown_date: orNull(SingleLine)
}) {}

/**
 * What the tax office asks for: whether and how orders are signed, the closings of tills, and the files that an organiser hands
 * over.
 */
export class FiscalApi extends HttpApiGroup.make("fiscal").add(
  /**
   * Show the fiscal settings of an event.
   *
   * Settings that no one has changed have their default. They belong to the event, so the caller must administer it and not
   * only a node of it.
   */
  HttpApiEndpoint.get("settings", "/tree/events/:node_id/fiscal-settings", {
    params: at,
    success: shown.fiscalSettings
  }),
  /**
   * Change the fiscal settings of an event.
   *
   * Only the fields that are sent change, for the whole event. Signing can be switched off only while no signing device is in
   * use and no order waits for its signature. How cash movements are signed is fixed once something was signed.
   */
  HttpApiEndpoint.post("update", "/tree/events/:node_id/fiscal-settings", {
    params: at,
    headers: ifMatch,
    payload: UpdateFiscalSettings,
    success: shown.fiscalSettings
  }),
  /**
   * Export the books for the tax office.
   *
   * A ZIP of DSFinV-K 2.4 with the closings of the whole event that have ended; end the open ones first, or add them with
   * `open`. If something is missing, such as the issuer or a signature, nothing is exported and everything missing is listed;
   * `anyway` exports what there is. A large event takes minutes, and one export is made at a time. The export is in the audit
   * log.
   */
  HttpApiEndpoint.post("exportBooks", "/tree/events/:node_id/export-dsfinvk", {
    params: at,
    query: {
      /** The first day on which exported closings ended, in the time zone of the event, as 2026-06-30; left out for all. */
      from: Schema.optionalKey(SingleLine),
      /** The last day on which exported closings ended, as 2026-06-30; left out for all. */
      to: Schema.optionalKey(SingleLine),
      /** Whether closings that are still open are exported too, as if they had ended with their last order; usually not. */
      open: Schema.optionalKey(flag),
      /** Whether to export in spite of what is missing; usually not. */
      anyway: Schema.optionalKey(flag)
    },
    success: downloaded("application/zip")
  }).annotate(LongCall, true),
  /**
   * Report tills and signing devices.
   *
   * The XML file of the notification under § 146a (4) AO, for ELSTER: every till of the event that ever booked, with its
   * signing device. Tills without one are left out. The report is in the audit log.
   */
  HttpApiEndpoint.post("reportTills", "/tree/events/:node_id/export-ao146a", {
    params: at,
    payload: Ao146aExportPayload,
    success: downloaded("application/xml")
  }),
  /**
   * List the open closings of tills.
   *
   * The closings of tills at the node and below that have orders and have not ended, by till. An export leaves them out unless
   * it is asked for them.
   */
  HttpApiEndpoint.get("openClosings", "/tree/nodes/:node_id/open-closings", {
    params: at,
    success: Schema.Array(OpenClosing)
  }),
  /**
   * End open closings of tills.
   *
   * So that an export has their orders. Cashiers stay signed in; their next order belongs to the next closing. Answers the
   * closings that ended. A closing without orders stays open, so a repeated call ends nothing more and answers an empty list.
   */
  HttpApiEndpoint.post("endClosings", "/tree/nodes/:node_id/end-closings", {
    params: at,
    payload: EndClosings,
    success: Schema.Array(OpenClosing)
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
