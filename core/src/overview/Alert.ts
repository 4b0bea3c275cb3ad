import { DateTime, Schema } from "effect"
import { Id } from "../base/Id.ts"
import { Moment } from "../base/Moment.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { certificateEnd } from "../fiscal/Tse.ts"
import { lateHours, missedHours } from "../sql/BaseCopy.ts"

/**
 * Why something needs attention:
 * - `unsigned_orders`: orders wait longer for their signature than devices take;
 * - `tse_missing`: orders are to be signed, and no device is active;
 * - `tse_failed`: a device failed, is not connected, or has a fault;
 * - `tse_expiring`: the certificate of a device ends soon, or has ended;
 * - `unverified_payments`: the provider did not confirm card payments that were booked;
 * - `presale_failing`: the ticket shop of the event can't be read;
 * - `presale_overdue`: no reading of the ticket shop has ended although one is due, and none failed;
 * - `presale_orders`: orders of the ticket shop that can't be imported;
 * - `presale_cases`: what the import leaves to someone's decision;
 * - `presale_check_ins_refused`: check-ins that the ticket shop refused;
 * - `presale_check_ins_waiting`: check-ins that the ticket shop does not know yet;
 * - `unsent_mail`: mail to guests that failed or waits for another try;
 * - `register_overdrawn`: a register holds less than nothing;
 * - `till_silent`: someone is signed in at a till whose terminal no longer calls;
 * - `open_closing`: a till has not begun a new closing since an earlier business day;
 * - `shift_open_after_end`: someone still holds a register although the event is over or archived;
 * - `log_copies_stopped`: the database can't copy its log to the backups;
 * - `base_copy_late`: the newest copy of the whole database in the backups is older than a night;
 * - `settings_missing`: the event lacks settings that an enabled feature or the statistics need.
 */
export const AlertKind = Schema.Literals([
  "unsigned_orders",
  "tse_missing",
  "tse_failed",
  "tse_expiring",
  "unverified_payments",
  "presale_failing",
  "presale_overdue",
  "presale_orders",
  "presale_cases",
  "presale_check_ins_refused",
  "presale_check_ins_waiting",
  "unsent_mail",
  "register_overdrawn",
  "till_silent",
  "open_closing",
  "shift_open_after_end",
  "log_copies_stopped",
  "base_copy_late",
  "settings_missing"
])
export type AlertKind = typeof AlertKind.Type

/** `amber`: someone should look at it today; `red`: now. */
export const Severity = Schema.Literals(["amber", "red"])
export type Severity = typeof Severity.Type

const subject = {
  /** The type of the object that it is about. */
  subject: Schema.Literals(["event", "till", "tse", "cash_register"]),
  id: Id,
  name: Schema.String,
  node_id: Id,
  /**
   * Number of orders, payments, cases, check-ins, mails, failed readings, files of the log or missing settings, or of the tills of a device, which may
   * be 0; otherwise 1.
   */
  count: Schema.Int,
  /** Their sum, or the balance; null for something without an amount. */
  amount: nullOr(Money.Cents),
  /** Since when, or when the oldest of them was made; null if that is unknown. */
  since: nullOr(Moment)
}

/** Something that needs attention. */
export class Alert extends Schema.Class<Alert>("Alert")({
  /**
   * What it is: orders wait for their signature (`unsigned_orders`), no signing device is active (`tse_missing`), one failed
   * (`tse_failed`) or its certificate ends (`tse_expiring`), the card provider did not confirm payments
   * (`unverified_payments`), the ticket shop can't be read (`presale_failing`) or was not for long (`presale_overdue`), orders of
   * the shop can't be imported (`presale_orders`), the import leaves cases to a decision (`presale_cases`), the shop refused
   * check-ins (`presale_check_ins_refused`) or does not know them yet (`presale_check_ins_waiting`), mail to guests was not sent (`unsent_mail`), a register holds less than nothing
   * (`register_overdrawn`), the terminal of a till no longer calls (`till_silent`), a till has a closing of an earlier business
   * day (`open_closing`), someone holds a register after the event (`shift_open_after_end`), the database can't copy its log to the backups
   * (`log_copies_stopped`) or no new copy of the whole was made (`base_copy_late`), or settings are missing (`settings_missing`).
   */
  kind: AlertKind,
  /** `amber`: someone should look at it today; `red`: now. */
  severity: Severity,
  ...subject,
  /** When the certificate of a device ends; null for everything else. */
  until: nullOr(Moment)
}) {}

/** A fact that may be an alert, as the database has it. */
export class AlertFact extends Schema.Class<AlertFact>("AlertFact")({
  kind: AlertKind,
  ...subject,
  /** More about it: `problem` of payments, `archived` of shifts, the end of a certificate as the device wrote it. */
  state: nullOr(Schema.String)
}) {}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The age, in milliseconds, from which a fact becomes an alert of each severity. */
const ages: { readonly [kind in AlertKind]?: { readonly amber: number; readonly red: number } } = {
  unsigned_orders: { amber: minute, red: 10 * minute },
  unverified_payments: { amber: 10 * minute, red: day },
  presale_failing: { amber: 5 * minute, red: hour },
  presale_overdue: { amber: 30 * minute, red: 4 * hour },
  presale_orders: { amber: 0, red: day },
  presale_cases: { amber: 0, red: day },
  presale_check_ins_refused: { amber: 0, red: day },
  presale_check_ins_waiting: { amber: 30 * minute, red: day },
  unsent_mail: { amber: 5 * minute, red: day },
  till_silent: { amber: 10 * minute, red: 30 * minute },
  log_copies_stopped: { amber: 0, red: 10 * minute },
  base_copy_late: { amber: lateHours * hour, red: missedHours * hour }
}

/** Time before the end of a certificate from which a new device is needed: ordering one takes weeks. */
const expiry = { amber: 30 * day, red: 7 * day }

/** Decides which of the facts are alerts, the most urgent first. `dayStart` is the start of the business day. */
export const alertsOf = (
  facts: ReadonlyArray<AlertFact>,
  now: DateTime.Utc,
  dayStart: DateTime.Utc
): ReadonlyArray<Alert> =>
  facts
    .flatMap((fact) => {
      const severity = severityOf(fact, now, dayStart)
      const { state, ...shown } = fact
      const until = fact.kind === "tse_expiring" ? certificateEnd(state) : null
      return severity === null ? [] : [new Alert({ ...shown, severity, until })]
    })
    .toSorted((a, b) =>
      Number(b.severity === "red") - Number(a.severity === "red")
      || AlertKind.literals.indexOf(a.kind) - AlertKind.literals.indexOf(b.kind)
      || (a.since?.epochMilliseconds ?? 0) - (b.since?.epochMilliseconds ?? 0)
      || (a.id < b.id ? -1 : 1)
    )

const severityOf = (fact: AlertFact, now: DateTime.Utc, dayStart: DateTime.Utc): Severity | null => {
  const { count, kind, since, state } = fact
  switch (kind) {
    case "unsigned_orders":
    case "presale_failing":
    case "presale_orders":
    case "presale_cases":
    case "presale_check_ins_refused":
    case "presale_check_ins_waiting":
    case "unsent_mail":
    case "till_silent":
    case "log_copies_stopped":
    case "base_copy_late":
      return byAge(kind, since, now)
    case "unverified_payments":
      return state === "problem" ? "red" : byAge(kind, since, now)
    case "presale_overdue":
      // An event from before requests were noted, whose shop was never read.
      return since === null ? "amber" : byAge(kind, since, now)
    case "tse_missing":
    case "register_overdrawn":
      return "red"
    case "tse_failed":
      return count > 0 ? "red" : "amber"
    case "tse_expiring":
      return byExpiry(state, now)
    case "open_closing":
      return since !== null && DateTime.isLessThan(since, dayStart) ? "amber" : null
    case "shift_open_after_end":
      return state === "archived" ? "red" : "amber"
    case "settings_missing":
      return "amber"
  }
}

const byAge = (kind: AlertKind, since: DateTime.Utc | null, now: DateTime.Utc): Severity | null => {
  const limits = ages[kind]!
  const age = since === null ? 0 : now.epochMilliseconds - since.epochMilliseconds
  return age >= limits.red ? "red" : age >= limits.amber ? "amber" : null
}

const byExpiry = (text: string | null, now: DateTime.Utc): Severity | null => {
  const end = certificateEnd(text)
  if (end === null) return null
  const left = end.epochMilliseconds - now.epochMilliseconds
  return left <= expiry.red ? "red" : left <= expiry.amber ? "amber" : null
}
