import { fromCents, toCents, zero } from "../../kit/Amount.ts"
import { Money } from "../../kit/Money.tsx"
import { useIdInAddress } from "../address.ts"
import { useAnswer, useList } from "../answers.ts"
import { call, type OfficeBody } from "../calls.ts"
import { amount, atMostOne, type FieldsOf, keep, reference, setOf, text } from "../form/Field.ts"
import { EditPage, NewPage } from "../form/RecordPage.tsx"
import { useNodeId } from "../tree.ts"
import { useVariants } from "../variants/variants.ts"
import { useTexts } from "./texts.ts"

type Body = OfficeBody<"POST /tickets">

const useTicketFields = (): FieldsOf<Body> => {
  const say = useTexts()
  const rates = useList("GET /tax-rates", { query: { node_id: useNodeId() } }).data
  const variants = useVariants().things
  return {
    name: text({ label: say.name }),
    price: amount({ label: say.price, hint: say.ticketPriceHint }),
    tax_rate_id: reference({ label: say.tax }, rates),
    initial_top_up_amount: amount({ label: say.initialTopUp, hint: say.initialTopUpHint }),
    user_tag_variant_ids: setOf(
      atMostOne({ label: say.ticketAge, hint: say.ticketAgeHint, none: say.everyAge }, variants)
    ),
    restrictions: keep,
    // The server keeps it and nothing depends on it.
    is_locked: keep
  }
}

/** What a guest pays for a ticket, while it is typed. */
const Total = ({ of: { initial_top_up_amount, price } }: { readonly of: Body }) => {
  const say = useTexts()
  const total = fromCents(toCents(price ?? zero) + toCents(initial_top_up_amount ?? zero))
  return (
    <p>
      {say.ticketTotal} <Money amount={total} />
    </p>
  )
}

/** A ticket that is not there yet. */
export const NewTicket = () => {
  const say = useTexts()
  const fields = useTicketFields()
  const node_id = useNodeId()
  const initial: Body = {
    name: "",
    price: zero,
    tax_rate_id: 0,
    initial_top_up_amount: zero,
    user_tag_variant_ids: [],
    is_locked: true
  }
  return (
    <NewPage
      label={say.newTicket}
      fields={fields}
      initial={initial}
      save={(body) => call("POST /tickets", { query: { node_id }, body })}
      submit={say.createTicket}
      doneAt={({ id }) => `/sell/tickets/${id}`}
    >
      {(body) => <Total of={body} />}
    </NewPage>
  )
}

/** Changes to a ticket. */
export const EditTicket = () => {
  const say = useTexts()
  const fields = useTicketFields()
  const address = { params: { ticket_id: useIdInAddress() }, query: { node_id: useNodeId() } }
  const ticket = useAnswer("GET /tickets/:ticket_id", address)
  return (
    <EditPage
      of={ticket}
      nameOf={({ name }) => name}
      fields={fields}
      save={(body, options) => call("POST /tickets/:ticket_id", { ...address, body }, options)}
      submit={say.saveTicket}
      doneAt={({ id }) => `/sell/tickets/${id}`}
    >
      {(body) => <Total of={body} />}
    </EditPage>
  )
}
