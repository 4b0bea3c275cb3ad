import { Id } from "@wristbank/core/base/Id"
import { Moment } from "@wristbank/core/base/Moment"
import { orElse, orNull } from "@wristbank/core/base/OptionalField"
import { atMost, Name, SingleLine } from "@wristbank/core/base/Text"
import { lengthWithoutPictures } from "@wristbank/core/eventfile/Picture"
import { CopyReport, PlanReport } from "@wristbank/core/eventfile/PlanReport"
import { mayManage } from "@wristbank/core/organisation/Place"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { LongCall } from "../LongCall.ts"
import { Needs } from "../Needs.ts"
import { downloaded } from "../StoredFile.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** The most characters of a file beside its pictures: some times those of a large festival, and read in about a second. */
const longestEventFile = 500_000

/** The most characters of a file's pictures: a logo of 512 KiB, a map of 2 MiB and some hundred pictures of buttons in base64. */
const longestPictures = 15_000_000

const expected = "at most 500,000 characters beside the pictures"
const fileText = Schema.String.check(
  atMost(longestEventFile + longestPictures),
  Schema.makeFilter((file) => lengthWithoutPictures(file) <= longestEventFile, { expected })
)

/** A file, and what is to be done with what it does not say. */
export class EventFileInput extends Schema.Class<EventFileInput>("EventFileInput")({
  /** The text of the file, as YAML; at most 500,000 characters without the pictures in it. */
  file: fileText,
  /** The pictures to whose paths the file refers, in base64, by their paths or their names alone, such as `logo.svg`. */
  pictures: orElse(
    Schema.Record(
      SingleLine,
      Schema.String.check(atMost(longestPictures)).pipe(Schema.decodeTo(Schema.Uint8ArrayFromBase64))
    ),
    {}
  ),
  /** Whether objects that the lists of the file lack stay; otherwise they are removed. */
  keep: orElse(Schema.Boolean, false),
  /** Whether the secrets of the file are also written where one is set, which otherwise stays. */
  renew_secrets: orElse(Schema.Boolean, false),
  /** The secrets that the file names, by the names of their variables, such as `PASSWORD_OLGA`. */
  secrets: orElse(Schema.Record(SingleLine, SingleLine), {})
}) {}

/** A file whose plan someone has seen. */
export class EventFileOrder extends Schema.Class<EventFileOrder>("EventFileOrder")({
  ...EventFileInput.fields,
  /** The fingerprint of the plan that is to be done. */
  fingerprint: SingleLine
}) {}

/** An event to copy, and what differs in the copy. */
export class EventCopyOrder extends Schema.Class<EventCopyOrder>("EventCopyOrder")({
  /** The event that is copied. */
  event_id: Id,
  /** The name of the copy. */
  name: Name,
  /** When the copy begins; null for the moment at which the event began. */
  start_date: orNull(Moment),
  /** When the copy ends; null so that it lasts as long as the event. */
  end_date: orNull(Moment),
  /** Whether the copy is only tried, and undone. */
  dry_run: orElse(Schema.Boolean, false)
}) {}

/** Events as files: what is set up in an event can be downloaded, changed, and made elsewhere or once more. */
export class EventFileApi extends HttpApiGroup.make("eventFiles").add(
  /**
   * Download an event as a file.
   *
   * Everything that is set up in the event, as YAML: settings, catalogue, tills, people and their roles, by names in place of ids. In place
   * of passwords, keys and PINs it has the names of variables; the logo and the map of the site are in it in base64. What was booked is not
   * in it, nor are guests' wristbands.
   */
  HttpApiEndpoint.get("download", "/tree/events/:node_id/event-file", {
    params: at,
    success: downloaded("application/yaml")
  }),
  /**
   * Show what a file would change.
   *
   * At a node of an event the file describes that event; at a node above events it describes a new one below it. Pictures to whose paths
   * it refers are sent with it. The plan lists what is
   * created, changed and removed. Unless a secret is missing, all of it is tried and undone, and what is refused is listed with its line
   * in the file. Changes nothing. While it is tried, other changes of the event wait, and so do sign-ins at its tills.
   */
  HttpApiEndpoint.post("plan", "/tree/nodes/:node_id/plan-event-file", {
    params: at,
    payload: EventFileInput,
    success: PlanReport
  }).annotate(LongCall, true),
  /**
   * Make an event as a file describes it.
   *
   * Does the plan with the fingerprint, in one transaction and through the services of all other calls, so that each change is in the audit
   * log. If a change is refused, nothing is changed. If the event or the file would lead to another plan by now, it is refused too: ask for the plan
   * again. Answers with what was done, and with the id of a new event. The same file again changes nothing.
   */
  HttpApiEndpoint.post("apply", "/tree/nodes/:node_id/apply-event-file", {
    params: at,
    payload: EventFileOrder,
    success: PlanReport
  }).annotate(LongCall, true),
  /**
   * Copy an event.
   *
   * Makes a new event below the node with all that is set up in another one, which the caller must administer too. What is secret is not
   * copied, and what depends on it is switched off; `set_anew` lists what has to be set in the copy. With `dry_run` it is tried and undone.
   */
  HttpApiEndpoint.post("copy", "/tree/nodes/:node_id/copy-event", {
    params: at,
    payload: EventCopyOrder,
    success: CopyReport
  }).annotate(LongCall, true)
).annotate(Needs, mayManage).middleware(SignInRequired) {}
