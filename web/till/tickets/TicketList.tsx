import { X } from "lucide-react"
import { type Amount, fromCents, toCents, zero } from "../../kit/Amount.ts"
import { Empty } from "../../kit/Empty.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { Money } from "../../kit/Money.tsx"
import { Choice } from "../../kit/Preferences.tsx"
import { isTemporary, type Refusal } from "../../kit/Refusal.ts"
import { Refused } from "../../kit/Refused.tsx"
import type { TerminalAnswer } from "../calls.ts"
import { Age } from "../guest/Age.tsx"
import { useMessages } from "../messages.ts"
import { useSession } from "../Session.ts"
import { removed, withTopUp, type Wristbands } from "./Wristbands.ts"

type Entry = TerminalAnswer<"POST /order/check-ticket-scan">["scanned_tickets"][number]

const topUps = [0, 10, 20, 30, 50].map((major) => fromCents(major * 100))

/** The wristbands of this sale, each with the ticket and the age that it stands for. */
export const TicketList = ({ onChange, refusal, tickets, wristbands }: {
  readonly wristbands: Wristbands
  /** `undefined` while the server is asked. */
  readonly tickets: ReadonlyArray<Entry> | undefined
  /** Why the wristbands can't be handed out. */
  readonly refusal: Refusal | undefined
  readonly onChange: (wristbands: Wristbands) => void
}) => {
  const say = useMessages()
  const { config: { till } } = useSession()
  if (wristbands.length === 0) return <Empty>{say.ticketsEmpty}</Empty>
  return (
    <section className="stack" aria-label={say.ticketsOfSale}>
      {refusal !== undefined && (
        <Refused refusal={refusal}>
          {!isTemporary(refusal) && <p>{say.removeRefused}</p>}
        </Refused>
      )}
      <ul className="rows card" aria-label={say.ticketsOfSale}>
        {wristbands.map(({ chip, pin, token, topUp }) => {
          const entry = tickets?.find(({ customer_tag_pin }) => customer_tag_pin === pin)
          return (
            <li key={chip} className="entry">
              <div className="between">
                <strong>{entry?.ticket.name ?? pin}</strong>
                {entry !== undefined && <Money amount={entry.total_price} />}
                <button
                  type="button"
                  className="icon-button"
                  aria-label={say.removeTicket(pin)}
                  onClick={() => onChange(removed(wristbands, chip))}
                >
                  <X className="icon" aria-hidden />
                </button>
              </div>
              {entry !== undefined && <Facts entry={entry} pin={pin} isPresale={token !== null} />}
              {till?.allow_top_up === true && (
                <TopUp
                  amount={topUp}
                  onChange={(amount) => onChange(withTopUp(wristbands, chip, amount))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const Facts = ({ entry: { account, ticket, ticket_voucher }, isPresale, pin }: {
  readonly entry: Entry
  readonly pin: string
  readonly isPresale: boolean
}) => {
  const say = useMessages()
  const { moment, money } = useFormats()
  const elsewhere = ticket_voucher?.checked_in_elsewhere_at ?? null
  const product = ticket_voucher?.product_name ?? null
  const note = ticket_voucher?.checkin_text ?? null
  const included = ((ticket_voucher ?? ticket).initial_top_up_amount ?? 0) as Amount
  const balance = account?.balance ?? zero
  const paidBack = (ticket_voucher?.credit_paid_back ?? 0) as Amount
  return (
    <>
      <p className="row">
        {ticket.user_tag_variant_ids.length > ticket.restrictions.length
          ? <span className="age">{ticket.name}</span>
          : <Age restriction={ticket.restrictions[0] ?? null} />}
        <span className="muted">{pin}</span>
      </p>
      {isPresale && <p>{product === null ? say.presalePaid : say.presaleProduct(product)}</p>}
      {(ticket_voucher?.checkin_attention === true || note !== null) && (
        <p role="alert" className="field-error">{note === null ? say.lookCloser : say.check(note)}</p>
      )}
      {elsewhere !== null && <p role="alert" className="field-error">{say.checkedInElsewhere(moment(elsewhere))}</p>}
      {toCents(included) > 0 && <p className="muted small">{say.ticketIncludes(money(included))}</p>}
      {toCents(paidBack) > 0 && <p className="field-error">{say.creditPaidBack(money(paidBack))}</p>}
      {toCents(balance) > 0 && <p className="muted small">{say.toppedUpBefore(money(balance))}</p>}
    </>
  )
}

const TopUp = ({ amount, onChange }: { readonly amount: Amount; readonly onChange: (amount: Amount) => void }) => {
  const say = useMessages()
  const { money } = useFormats()
  return (
    <Choice
      label={say.ticketTopUp}
      value={String(amount)}
      options={topUps.map((one) => [String(one), toCents(one) === 0 ? say.none : money(one)] as const)}
      onChange={(text) => onChange(topUps.find((one) => String(one) === text) ?? zero)}
    />
  )
}
