import { Id } from "@wristbank/core/ledger/Id"
import { Payout, ReturnedPayout } from "@wristbank/core/payout/Payout"
import { CreateSepaXMLPayload } from "@wristbank/core/payout/PayoutExport"
import { PayoutFileRecord, SepaVersion } from "@wristbank/core/payout/PayoutFile"
import {
  mayPayOut,
  maySeePayouts,
  NewPayoutRun,
  PayoutRunWithStats,
  PendingPayoutDetail
} from "@wristbank/core/payout/PayoutRun"
import { LeftOutCustomer } from "@wristbank/core/payout/PayoutSelection"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Needs } from "../Needs.ts"
import { normalisedList } from "../NormalisedList.ts"
import { long } from "../Page.ts"
import { SignInRequired } from "./SignedIn.ts"

const at = { node_id: Id }
const one = { payout_run_id: Id }

/** `true` revokes a run even after a bank file of it was made. */
const Force = Schema.Literals(["true", "false"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))

const Version = SepaVersion.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pain.001.001.09" as const)))

/** The part of a run that has several bank files. */
const Part = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

/** Payout runs and their bank files. */
export class PayoutApi extends HttpApiGroup.make("payouts").add(
  HttpApiEndpoint.get("list", "/payouts/", { query: at, success: normalisedList(PayoutRunWithStats) }).annotate(
    Needs,
    maySeePayouts
  ),
  HttpApiEndpoint.post("create", "/payouts/", { query: at, payload: NewPayoutRun, success: PayoutRunWithStats }),
  HttpApiEndpoint.get("pending", "/payouts/pending-payout-detail", { query: at, success: PendingPayoutDetail }),
  HttpApiEndpoint.post("preview", "/payouts/preview", {
    query: at,
    payload: NewPayoutRun,
    success: PendingPayoutDetail
  }),
  HttpApiEndpoint.get("leftOut", "/payouts/left-out", {
    query: { ...at, ...long },
    success: Schema.Array(LeftOutCustomer)
  }),
  HttpApiEndpoint.get("files", "/payouts/:payout_run_id/files", {
    params: one,
    query: at,
    success: Schema.Array(PayoutFileRecord)
  }),
  HttpApiEndpoint.get("file", "/payouts/:payout_run_id/files/:file_id", {
    params: { ...one, file_id: Id },
    query: at,
    success: Schema.String
  }),
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
  HttpApiEndpoint.post("csv", "/payouts/:payout_run_id/csv", { params: one, query: at, success: Schema.String }),
  HttpApiEndpoint.post("sepaXml", "/payouts/:payout_run_id/sepa_xml", {
    params: one,
    query: { ...at, version: Version, part: Schema.optionalKey(Part) },
    payload: CreateSepaXMLPayload,
    success: Schema.String
  }),
  HttpApiEndpoint.post("previousSepaXml", "/payouts/:payout_run_id/previous_sepa_xml", {
    params: one,
    query: at,
    success: Schema.String
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
