import { Id } from "@wristbank/core/base/Id"
import { SearchText } from "@wristbank/core/base/Text"
import { EventStatus } from "@wristbank/core/overview/EventStatus"
import { SearchHit } from "@wristbank/core/overview/SearchHit"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }

/** Answers about many kinds of objects at once. What a caller may not see in the lists is left out here as well. */
export class OverviewApi extends HttpApiGroup.make("overview").add(
  /**
   * Find anything by what someone typed.
   *
   * Guests, orders, tills, people, products and more, by number, name, PIN, chip, e-mail address or IBAN: at most 20 hits, the
   * best first. Finds what the caller could also list; above events only nodes, users and roles. A blank text finds nothing.
   */
  HttpApiEndpoint.get("find", "/find", {
    query: {
      ...at,
      /** What someone typed, at most 1,000 characters. */
      q: SearchText
    },
    success: Schema.Array(SearchHit)
  }),
  /**
   * Show how an event is doing now.
   *
   * What was taken today, the tills with their people, and what needs attention, for the node and all below it. Made to be asked
   * for every few seconds: the answer is at most 2 seconds old and has an `ETag`, and a caller who sends that back as
   * `If-None-Match` gets 304 while nothing has changed.
   */
  HttpApiEndpoint.get("now", "/now", { query: at, success: EventStatus })
).annotate(Needs, "presence").middleware(SignInRequired) {}
