import { useState } from "react"
import type { Amount } from "../../kit/Amount.ts"
import { Button } from "../../kit/Button.tsx"
import { useFormats } from "../../kit/EventFormats.ts"
import { useList } from "../answers.ts"
import { call, type OfficeAnswer } from "../calls.ts"
import { Ask } from "../form/Ask.tsx"
import { amount, type FieldsOf, moment, optional, reference } from "../form/Field.ts"
import { useNodeId } from "../tree.ts"
import { useTexts } from "./texts.ts"

type Ticket = OfficeAnswer<"GET /tickets/:ticket_id">

/** What is typed; no moment is now. */
interface Entered {
  readonly price: Amount
  readonly tax_rate_id: number
  readonly valid_from: string | null
}

const useFields = (): FieldsOf<Entered> => {
  const say = useTexts()
  const formats = useFormats()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  return {
    price: amount({ label: say.price }),
    tax_rate_id: reference({ label: say.tax }, rates),
    valid_from: optional(moment({ label: say.validFrom, hint: say.validFromHint }, formats))
  }
}

/** Changes price and tax of a ticket that is ready to sell, now or from a moment on. */
export const ChangeTicketPrice = ({ of: ticket }: { readonly of: Ticket }) => {
  const say = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>{say.changePrice}</Button>
      {isOpen && <TicketDialog of={ticket} onClose={() => setOpen(false)} />}
    </>
  )
}

const TicketDialog = ({ of: ticket, onClose }: { readonly of: Ticket; readonly onClose: () => void }) => {
  const say = useTexts()
  const formats = useFormats()
  const address = { params: { ticket_id: ticket.id }, query: { node_id: useNodeId() } }
  return (
    <Ask
      title={say.changeOf(ticket.name)}
      fields={useFields()}
      initial={{ price: ticket.price, tax_rate_id: ticket.tax_rate_id, valid_from: null }}
      action={({ valid_from }) => valid_from === null ? say.saveNow : say.saveFrom(formats.moment(valid_from))}
      change={(body) => call("POST /tickets/:ticket_id/versions", { ...address, body })}
      onClose={onClose}
    />
  )
}
