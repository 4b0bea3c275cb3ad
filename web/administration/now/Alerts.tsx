import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Distance, useNow } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { atNode } from "../address.ts"
import { type Alert, type AlertGroup, alertGroups, isStale } from "./AlertGroups.ts"
import { useTexts } from "./texts.ts"

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

/** Since when, or until when; what is older than a day by its date. */
const AlertTime = ({ since, until }: { readonly since: string | null; readonly until: string | null }) => {
  const say = useTexts()
  const { moment } = useFormats()
  const now = useNow()
  return (
    <span className="small">
      {since !== null && (isStale(since, now) ? say.since(moment(since)) : <Distance at={since} />)}
      {until !== null && moment(until)}
    </span>
  )
}

/** What a line says of alerts of one kind. */
export const useGroupText = () => {
  const say = useTexts()
  const { count } = useFormats()
  return ({ alerts, kind }: AlertGroup): string => {
    const [first, ...others] = alerts
    if (first !== undefined && others.length === 0) return say.alertTexts[kind](count(first.count), first.name)
    return say.alertGroups[kind](count(alerts.length), count(alerts.reduce((sum, one) => sum + one.count, 0)))
  }
}

/** One line of alerts of one kind: a link where it is one, else what opens to all of them. */
const AlertLine = ({ group }: { readonly group: AlertGroup }) => {
  const say = useTexts()
  const { moment } = useFormats()
  const textOf = useGroupText()
  const [first, ...others] = group.alerts
  if (first === undefined) return undefined
  if (others.length === 0) {
    return (
      <p>
        <AlertText alert={first} /> <AlertTime since={first.since} until={first.until} />
      </p>
    )
  }
  return (
    <details>
      <summary>
        {textOf(group)} {group.since !== null && <span className="small">{say.oldest(moment(group.since))}</span>}
      </summary>
      <ul className="alert-list">
        {group.alerts.map((alert) => (
          <li key={`${alert.node_id} ${alert.id}`}>
            <AlertText alert={alert} /> <AlertTime since={alert.since} until={alert.until} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The alerts, the most urgent first: those of one kind in one line; each links to the page where it is put right. */
export const Alerts = ({ all }: { readonly all: ReadonlyArray<Alert> }) => {
  const say = useTexts()
  return (
    <section className="alerts" aria-label={say.alerts}>
      {all.length === 0 && (
        <Notice kind="good">
          <p>{say.allWell}</p>
        </Notice>
      )}
      {alertGroups(all).map((group) => (
        <Notice key={group.kind} kind={group.severity === "red" ? "stopped" : "attention"}>
          <AlertLine group={group} />
        </Notice>
      ))}
    </section>
  )
}
