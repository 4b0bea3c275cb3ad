import { ProductRestriction } from "@wristbank/core/catalogue/UserTagVariant"
import { Id } from "@wristbank/core/ledger/Id"
import { mayManage } from "@wristbank/core/organisation/Place"
import { SearchText } from "@wristbank/core/primitives/Text"
import {
  FindUserTagPayload,
  NewUserTags,
  UpdateCommentPayload,
  UserTagDetail,
  UserTagsCsvExportPayload
} from "@wristbank/core/tag/UserTag"
import { NewUserTagSecret, UserTagSecret } from "@wristbank/core/tag/UserTagSecret"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { long, sortedBy } from "../Page.ts"
import { flag } from "../QueryFlag.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { user_tag_id: Id }

/** Tags and the secret keys of their chips. */
export class UserTagApi extends HttpApiGroup.make("user-tags").add(
  HttpApiEndpoint.get("listSecrets", "/user-tag-secrets", { query: at, success: Schema.Array(UserTagSecret) }),
  HttpApiEndpoint.post("createSecret", "/user-tag-secrets", {
    query: at,
    payload: NewUserTagSecret,
    success: UserTagSecret
  }),
  HttpApiEndpoint.post("create", "/user-tags", { query: at, payload: NewUserTags, success: Schema.Null }),
  HttpApiEndpoint.get("list", "/user-tags", {
    query: {
      ...at,
      ...sortedBy(["pin"], "pin"),
      search: Schema.optionalKey(SearchText),
      assigned: Schema.optionalKey(flag),
      restriction: Schema.optionalKey(Schema.Literals([...ProductRestriction.literals, "none"])),
      variant: Schema.optionalKey(Id)
    },
    success: normalisedList(UserTagDetail)
  }),
  HttpApiEndpoint.post("exportCsv", "/user-tags/csv-export", {
    query: at,
    payload: UserTagsCsvExportPayload,
    success: Schema.String
  }),
  HttpApiEndpoint.post("find", "/user-tags/find-user-tags", {
    query: { ...at, ...long },
    payload: FindUserTagPayload,
    success: normalisedList(UserTagDetail)
  }),
  HttpApiEndpoint.get("get", "/user-tags/:user_tag_id", { params: one, query: at, success: UserTagDetail }),
  HttpApiEndpoint.post("updateComment", "/user-tags/:user_tag_id/update-comment", {
    params: one,
    query: at,
    payload: UpdateCommentPayload,
    success: UserTagDetail
  })
).annotate(Needs, mayManage).middleware(SignInRequired) {}
