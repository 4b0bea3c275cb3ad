import { Id } from "@wristbank/core/base/Id"
import { Payout, ReturnedPayout } from "@wristbank/core/payout/Payout"
import { CreateSepaXMLPayload } from "@wristbank/core/payout/PayoutExport"
import { PayoutFileRecord, SepaVersion } from "@wristbank/core/payout/PayoutFile"
import {
  mayPayOut,
  maySeePayouts,
  NewPayoutRun,
  PayoutRunPreview,
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

const Force = Schema.Literals(["true", "false"]).pipe(Schema.withDecodingDefaultKey(Effect.succeed("false" as const)))

const Version = SepaVersion.pipe(Schema.withDecodingDefaultKey(Effect.succeed("pain.001.001.09" as const)))

const Part = Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 1_000_000 }))

/**
 * What is left on wristbands, paid to the guests' bank accounts: create a run, which reserves the money, make its bank file, hand that in at
 * the bank, and set the run as done. Everything belongs to the event as a whole, so the privilege is needed at the event.
 */
export class PayoutApi extends HttpApiGroup.make("payouts").add(
  /**
   * List the payout runs of an event.
   *
   * All runs with their totals, the newest first, whether open, done or revoked.
   */
  HttpApiEndpoint.get("list", "/payouts/", { query: at, success: normalisedList(PayoutRunWithStats) }).annotate(
    Needs,
    maySeePayouts
  ),
  /**
   * Create a payout run.
   *
   * Chooses the guests who have money, have entered bank data and are not held back, account by account within the limits, and reserves
   * their balances at once: no one can spend that money any more. Guests who do not fit are skipped and counted in `left_out`. Nothing goes
   * to the bank yet: make the bank file, then set the run as done. A repeated call creates another run for those who are left, so preview
   * first.
   */
  HttpApiEndpoint.post("create", "/payouts/", { query: at, payload: NewPayoutRun, success: PayoutRunWithStats }),
  /**
   * Show what a payout run would pay now.
   *
   * The totals of a run without limits, and how many guests it would leave out for which reason. Nothing is changed or reserved. Answered
   * while payouts are switched off too.
   */
  HttpApiEndpoint.get("pending", "/payouts/pending-payout-detail", { query: at, success: PendingPayoutDetail }),
  /**
   * Show what a payout run with limits would pay.
   *
   * The totals of the run that `POST /payouts/` would create now with the same limits, and the guests whom it would pay, refused for the same
   * reasons. Nothing is changed or reserved.
   */
  HttpApiEndpoint.post("preview", "/payouts/preview", {
    query: at,
    payload: NewPayoutRun,
    success: PayoutRunPreview
  }),
  /**
   * List guests whom a payout run would leave out.
   *
   * Guests with money whom a run without limits would not pay now, though they entered bank data or as a user blocked the payout. Each has
   * the reason, and who blocked the payout and since when; ordered by account. Use it to ask them for a valid IBAN or name before the run.
   */
  HttpApiEndpoint.get("leftOut", "/payouts/left-out", {
    query: { ...at, ...long },
    success: Schema.Array(LeftOutCustomer)
  }),
  /**
   * List the files made of a payout run.
   *
   * Bank files and lists for accounting as they were handed out, the newest first, without their content. A file equal to the newest of its
   * kind is kept once.
   */
  HttpApiEndpoint.get("files", "/payouts/:payout_run_id/files", {
    params: one,
    query: at,
    success: Schema.Array(PayoutFileRecord)
  }),
  /**
   * Download a file made of a payout run.
   *
   * The content as it was handed out, byte for byte: XML of a bank file, CSV of a list for accounting, as one JSON string.
   */
  HttpApiEndpoint.get("file", "/payouts/:payout_run_id/files/:file_id", {
    params: {
      ...one,
      /** The file, from the list of the run's files. */
      file_id: Id
    },
    query: at,
    success: Schema.String
  }),
  /**
   * List the payouts of a run.
   *
   * Each guest's share with the bank data from when the run was created, ordered by the owner of the bank account. Payouts that were
   * released because the run was revoked are not listed.
   */
  HttpApiEndpoint.get("payouts", "/payouts/:payout_run_id/payouts", {
    params: one,
    query: at,
    success: Schema.Array(Payout)
  }),
  /**
   * Return a payout that the bank rejected.
   *
   * Puts the money back on the guest's account: the whole payout while it is reserved, all but the donation once the run is done. The run
   * must have a bank file or be done. The reason is kept with the payout and in the audit log. The guest gets into another run only after
   * entering their bank data again. A payout that was returned or released before is refused, so a repeated call does not pay twice.
   */
  HttpApiEndpoint.post("giveBack", "/payouts/:payout_run_id/payouts/:payout_id/return", {
    params: {
      ...one,
      /** The payout, from the list of the run's payouts. */
      payout_id: Id
    },
    query: at,
    payload: ReturnedPayout,
    success: Schema.Null
  }),
  /**
   * Make the list of a payout run for accounting.
   *
   * Answers, as one JSON string, CSV of all payouts as they were when the run was created, donations included: comma separated, with a heading, amounts with two
   * decimals. The file is kept with its hash, and the request is recorded in the audit log. Neither the run nor any money is changed.
   */
  HttpApiEndpoint.post("csv", "/payouts/:payout_run_id/csv", { params: one, query: at, success: Schema.String }),
  /**
   * Make the bank file of a payout run.
   *
   * Answers, as one JSON string, an ISO 20022 credit transfer order (pain.001) for the online banking of the event's account, with all payouts that are reserved or
   * paid. From the first file on the run counts as exported: its split into parts and its sender are fixed, and revoking needs `force`. The
   * same call for the same day gives an order with the same ids, which the bank recognises; another execution date makes another order, so
   * hand that in only if the bank has not taken the one before.
   */
  HttpApiEndpoint.post("sepaXml", "/payouts/:payout_run_id/sepa_xml", {
    params: one,
    query: {
      ...at,
      /** The version of the message; `pain.001.001.03` for banks that do not take the newer one. */
      version: Version,
      /** Which file of a run that needs several, from 1 on; may be left out while one is enough. Ask for each of them. */
      part: Schema.optionalKey(Part)
    },
    payload: CreateSepaXMLPayload,
    success: Schema.String
  }),
  /**
   * Download the latest bank file of a payout run.
   *
   * The content as it was handed out, as one JSON string, without making a new one: for a download that was lost.
   */
  HttpApiEndpoint.post("previousSepaXml", "/payouts/:payout_run_id/previous_sepa_xml", {
    params: one,
    query: at,
    success: Schema.String
  }),
  /**
   * Set a payout run as done.
   *
   * Call it when the bank has executed the order. Books the reserved money as paid to the bank and donations to the event, reduces the
   * donations that guests have set, and queues a mail to each guest of the run. It can't be undone; a second call is refused. Payouts that
   * the bank rejects later are returned one by one.
   */
  HttpApiEndpoint.post("setDone", "/payouts/:payout_run_id/set-as-done", {
    params: one,
    query: at,
    success: Schema.Null
  }),
  /**
   * Revoke a payout run.
   *
   * Puts the reserved money of the run back on the guests' accounts; they can spend it or be in another run. A run that is done or revoked
   * is refused. If a bank file was made, make sure first that the bank does not execute it, then call with `force=true`.
   */
  HttpApiEndpoint.post("revoke", "/payouts/:payout_run_id/revoke", {
    params: one,
    query: {
      ...at,
      /** `true` revokes the run even after a bank file of it was made. */
      force: Force
    },
    success: Schema.Null
  })
).annotate(Needs, mayPayOut).middleware(SignInRequired) {}
