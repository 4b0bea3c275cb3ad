import { Id } from "@wristbank/core/ledger/Id"
import { Payout, ReturnedPayout } from "@wristbank/core/payout/Payout"
import {
  mayPayOut,
  maySeePayouts,
  NewPayoutRun,
  PayoutRunWithStats,
  PendingPayoutDetail
} from "@wristbank/core/payout/PayoutRun"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { payout_run_id: Id }

/** `true` revokes a run of which a bank file was made. */
const Force = Schema.Literals(["true", "false"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))

/** Guests' remaining balances on their way to the bank. */
export class PayoutApi extends HttpApiGroup.make("payouts").add(
  HttpApiEndpoint.get("list", "/payouts/", { query: at, success: normalisedList(PayoutRunWithStats) }).annotate(
    Needs,
    maySeePayouts
  ),
  HttpApiEndpoint.post("create", "/payouts/", { query: at, payload: NewPayoutRun, success: PayoutRunWithStats }),
  HttpApiEndpoint.get("pending", "/payouts/pending-payout-detail", { query: at, success: PendingPayoutDetail }),
  HttpApiEndpoint.get("payouts", "/payouts/:payout_run_id/payouts", {
    params: one,
    query: at,
    success: Schema.Array(Payout)
  }),
  HttpApiEndpoint.post("giveBack", "/payouts/:payout_run_id/payouts/:payout_id/return", {
    params: { ...one, payout_id: Id },
    query: at,
    payload: ReturnedPayout,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("setDone", "/payouts/:payout_run_id/set-as-done", {
    params: one,
    query: at,
    success: Schema.Null
  }),
  HttpApiEndpoint.post("revoke", "/payouts/:payout_run_id/revoke", {
    params: one,
    query: { ...at, force: Force },
    success: Schema.Null
  })
).annotate(Needs, mayPayOut).middleware(SignInRequired) {}
