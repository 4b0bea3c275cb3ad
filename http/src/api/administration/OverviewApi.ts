import { Id } from "@wristbank/core/ledger/Id"
import { Found } from "@wristbank/core/overview/Found"
import { Situation } from "@wristbank/core/overview/Situation"
import { SearchText } from "@wristbank/core/primitives/Text"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Answers about many kinds of objects at once; each part needs the right of the lists that show it. */
export class OverviewApi extends HttpApiGroup.make("overview").add(
  HttpApiEndpoint.get("find", "/find", { query: { ...at, q: SearchText }, success: Schema.Array(Found) }),
  /** Answers with an entity tag, and with 304 to callers whose `If-None-Match` has it. */
  HttpApiEndpoint.get("now", "/now", { query: at, success: Situation })
).annotate(Needs, "presence").middleware(SignInRequired) {}
