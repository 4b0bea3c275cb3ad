import { Id } from "@wristbank/core/base/Id"
import { SearchText } from "@wristbank/core/base/Text"
import { ProductRestriction } from "@wristbank/core/event/UserTagVariant"
import { mayManage } from "@wristbank/core/organisation/Place"
import {
  FindUserTagPayload,
  NewUserTags,
  UpdateCommentPayload,
  UserTagDetail,
  UserTagsCsvExportPayload
} from "@wristbank/core/wristband/UserTag"
import { NewUserTagSecret, UserTagSecret } from "@wristbank/core/wristband/UserTagSecret"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { long, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = {
  /** The wristband. */
  user_tag_id: Id
}

/** Wristbands and cards with a chip, and the keys with which terminals read the chips. */
export class UserTagApi extends HttpApiGroup.make("user-tags").add(
  /**
   * List the chip keys of an event.
   *
   * At most one pair, with a marker in place of the keys: only terminals get them.
   */
  HttpApiEndpoint.get("listSecrets", "/user-tag-secrets", { query: at, success: Schema.Array(UserTagSecret) }),
  /**
   * Store the chip keys of an event.
   *
   * The two keys with which terminals read the chips of the event's wristbands. They come with the wristbands from the supplier. An event
   * has one pair, so a second call is refused; the keys are never shown again.
   */
  HttpApiEndpoint.post("createSecret", "/user-tag-secrets", {
    query: at,
    payload: NewUserTagSecret,
    success: UserTagSecret
  }),
  /**
   * Import wristbands.
   *
   * Adds all wristbands of the list or none, at most 100,000 in a call. Store the chip keys first. PINs must be new in the event,
   * regardless of case, so a repeated call is refused. If the PINs are so short for their number that one could be guessed, the answer has
   * the header `Warning`.
   */
  HttpApiEndpoint.post("create", "/user-tags", { query: at, payload: NewUserTags, success: Schema.Null }),
  /**
   * List wristbands.
   *
   * Wristbands at nodes that the caller administers, with the account or user that each belongs to, by PIN unless `sort` says otherwise.
   * With `Accept: text/csv` the answer is a file of all wristbands that the filters select.
   */
  HttpApiEndpoint.get("list", "/user-tags", {
    query: {
      ...at,
      ...sortedBy(["pin"], "pin"),
      /** Part of a PIN, or of a chip number in hexadecimal or decimal. */
      search: Schema.optionalKey(SearchText),
      /** Only wristbands that an account has now (`true`), or only others (`false`). */
      assigned: Schema.optionalKey(flag),
      /** Only wristbands with this age limit, or with `none`. */
      restriction: Schema.optionalKey(Schema.Literals([...ProductRestriction.literals, "none"])),
      /** Only wristbands of this kind. */
      variant: Schema.optionalKey(Id)
    },
    success: normalisedList(UserTagDetail)
  }),
  /**
   * Export PINs and kinds of wristbands.
   *
   * Answers, as one JSON string, CSV for the supplier or the entrance: comma separated, with the headings `pin` and `variants`, ordered by
   * PIN. A wristband of several kinds has their names in one field, separated by commas.
   */
  HttpApiEndpoint.post("exportCsv", "/user-tags/csv-export", {
    query: at,
    payload: UserTagsCsvExportPayload,
    success: Schema.String
  }),
  /**
   * Find wristbands by PIN or chip number.
   *
   * Wristbands whose PIN or chip number contains the text, ordered by PIN; chip numbers are found in hexadecimal and in decimal, PINs
   * however they are typed. Also those that a guest has or had, by the name that the ticket shop has of them or the whole code of their
   * presale ticket. A blank text finds nothing.
   */
  HttpApiEndpoint.post("find", "/user-tags/find-user-tags", {
    query: { ...at, ...long },
    payload: FindUserTagPayload,
    success: normalisedList(UserTagDetail)
  }),
  /**
   * Show a wristband.
   *
   * With its account, the user it belongs to, and the accounts that it belonged to before.
   */
  HttpApiEndpoint.get("get", "/user-tags/:user_tag_id", { params: one, query: at, success: UserTagDetail }),
  /**
   * Change the comment on a wristband.
   *
   * A note for the staff, such as where a lost one was handed in. Nothing else changes.
   */
  HttpApiEndpoint.post("updateComment", "/user-tags/:user_tag_id/update-comment", {
    params: one,
    query: at,
    payload: UpdateCommentPayload,
    success: UserTagDetail
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
