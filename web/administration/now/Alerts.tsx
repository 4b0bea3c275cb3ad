import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Distance } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { atNode } from "../address.ts"
import type { OfficeAnswer } from "../calls.ts"
import { useTexts } from "./texts.ts"

type Alert = NonNullable<OfficeAnswer<"GET /now">["needs_somebody"]>[number]

/** Where each is put right; null for what is put right at the server. */
const placeOf = ({ id, kind }: Alert): string | null => {
  switch (kind) {
    case "unsigned_orders":
    case "tse_missing":
      return "/fiscal/devices"
    case "tse_failed":
    case "tse_expiring":
      return `/fiscal/devices/${id}`
    case "unverified_payments":
      return "/guests/cards"
    case "presale_failing":
    case "presale_overdue":
    case "presale_check_ins_waiting":
      return "/guests/presale"
    case "presale_orders":
      return "/guests/presale/undecided?part=orders"
    case "presale_cases":
      return "/guests/presale/undecided?part=cases"
    case "presale_check_ins_refused":
      return "/guests/presale/undecided?part=check-ins"
    case "unsent_mail":
      return "/setup/mails"
    case "register_overdrawn":
    case "shift_open_after_end":
      return `/cash/registers/${id}`
    case "till_silent":
      return `/sell/tills/${id}`
    case "open_closing":
      return "/fiscal/closings"
    case "settings_missing":
      return "/setup/checklist"
    case "log_copies_stopped":
    case "base_copy_late":
      return null
  }
}

/** What it is, as a link to where it is put right. */
const AlertText = ({ alert }: { readonly alert: Alert }) => {
  const say = useTexts()
  const { count } = useFormats()
  const place = placeOf(alert)
  const text = say.alertTexts[alert.kind](count(alert.count), alert.name)
  return place === null ? text : <Link href={atNode(alert.node_id, place)}>{text}</Link>
}

/** The alerts, the most urgent first; each links to the page where it is put right. */
export const Alerts = ({ all }: { readonly all: ReadonlyArray<Alert> }) => {
  const say = useTexts()
  const { moment } = useFormats()
  return (
    <section className="alerts" aria-label={say.alerts}>
      {all.length === 0 && (
        <Notice kind="good">
          <p>{say.allWell}</p>
        </Notice>
      )}
      {all.map((alert) => (
        <Notice key={`${alert.kind} ${alert.id}`} kind={alert.severity === "red" ? "stopped" : "attention"}>
          <p>
            <AlertText alert={alert} />
          </p>
          <p className="small">
            {alert.since !== null && <Distance at={alert.since} />}
            {alert.until !== null && moment(alert.until)}
          </p>
        </Notice>
      ))}
    </section>
  )
}
