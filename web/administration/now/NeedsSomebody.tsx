import { Link } from "wouter"
import { useFormats } from "../../kit/EventFormats.ts"
import { Distance } from "../../kit/Moment.tsx"
import { Notice } from "../../kit/Notice.tsx"
import { atNode } from "../address.ts"
import type { OfficeAnswer } from "../calls.ts"
import { useTexts } from "./texts.ts"

type Need = NonNullable<OfficeAnswer<"GET /now">["needs_somebody"]>[number]

/** Where each is mended. */
const placeOf = ({ id, kind }: Need): string => {
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
  }
}

/** What somebody has to look at, the most urgent first; each leads to where it is mended. */
export const NeedsSomebody = ({ all }: { readonly all: ReadonlyArray<Need> }) => {
  const say = useTexts()
  const { count, moment } = useFormats()
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
            <Link href={atNode(need.node_id, placeOf(need))}>{say.needs[need.kind](count(need.count), need.name)}</Link>
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
