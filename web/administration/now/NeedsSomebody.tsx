import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Distance } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { atNode } from "../address.ts"
import type { OfficeAnswer } from "../calls.ts"
import { useTexts } from "./texts.ts"

type Need = NonNullable<OfficeAnswer<"GET /now">["needs_somebody"]>[number]

/** Where each is put right; null for what is put right at the server. */
const placeOf = ({ id, kind }: Need): string | null => {
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
const NeedText = ({ need }: { readonly need: Need }) => {
  const say = useTexts()
  const { count } = useFormats()
  const place = placeOf(need)
  const text = say.needs[need.kind](count(need.count), need.name)
  return place === null ? text : <Link href={atNode(need.node_id, place)}>{text}</Link>
}

/** What somebody has to look at, the most urgent first; each leads to where it is mended. */
export const NeedsSomebody = ({ all }: { readonly all: ReadonlyArray<Need> }) => {
  const say = useTexts()
  const { moment } = useFormats()
  return (
    <section className="needs" aria-label={say.needsSomebody}>
      {all.length === 0 && (
        <Notice kind="good">
          <p>{say.allWell}</p>
        </Notice>
      )}
      {all.map((need) => (
        <Notice key={`${need.kind} ${need.id}`} kind={need.severity === "red" ? "stopped" : "attention"}>
          <p>
            <NeedText need={need} />
          </p>
          <p className="small">
            {need.since !== null && <Distance at={need.since} />}
            {need.until !== null && moment(need.until)}
          </p>
        </Notice>
      ))}
    </section>
  )
}
