import { useState } from "react"
import type { Amount } from "../../kit/Amount.ts"
import type { Chip } from "../../kit/Chip.ts"
import { useChips } from "../../kit/readers/Chips.ts"
import { randomUuid } from "../../kit/Uuid.ts"
import { useCheck } from "../amounts/useCheck.ts"
import { call } from "../calls.ts"
import { demoPinOf } from "../guest/TagPin.tsx"
import { useMessages } from "../messages.ts"
import { OneBookingResult } from "../result/OneBookingResult.tsx"
import { useMade, useOneBooking } from "../result/useOneBooking.ts"
import { useSession } from "../Session.ts"
import "../tasks.css"
import { NewWristband } from "./NewWristband.tsx"
import { TicketList } from "./TicketList.tsx"
import { TicketPayment } from "./TicketPayment.tsx"
import { added, asTags, keyOf, wordsOfTickets, type Wristband, type Wristbands } from "./Wristbands.ts"

/** Tickets: each wristband first, then the presale code if there is one; several in one sale. */
export const TicketScreen = () => {
  const say = useMessages()
  const { add, next, one, pay, sale, scan, setNext, setWristbands, wristbands } = useTickets()
  const refusal = scan.refusal ?? sale.refusal
  const entry = (
    <NewWristband
      key={`entry ${next?.chip}`}
      next={next}
      wristbands={wristbands}
      onAdd={add}
      onForget={() => setNext(undefined)}
    />
  )
  // On a phone, what is to be done next is on top.
  const list = (
    <div key="list" className="stack">
      <TicketList
        wristbands={wristbands}
        tickets={scan.answer?.scanned_tickets}
        refusal={refusal}
        onChange={setWristbands}
      />
      {wristbands.length > 0 && (
        <TicketPayment sale={sale.answer} isOpen={next !== undefined} isBusy={one.isUnderWay} onPay={pay} />
      )}
    </div>
  )
  return (
    <div className="page stack">
      <h1>{say.taskTickets}</h1>
      <div className="task">
        {next === undefined ? [list, entry] : [entry, list]}
      </div>
      <OneBookingResult of={one} />
    </div>
  )
}

/** The wristbands of this sale, the one that is being entered, and what the server says to them. */
const useTickets = () => {
  const { config } = useSession()
  const [wristbands, setWristbands] = useState<Wristbands>([])
  const [next, setNext] = useState<{ readonly chip: Chip; readonly pin: string }>()
  const one = useOneBooking()
  useMade(one, () => {
    setWristbands([])
    setNext(undefined)
  })
  useChips((chip) => {
    one.next()
    setNext({ chip, pin: demoPinOf(config, chip) ?? "" })
  })
  const tags = asTags(wristbands)
  const scan = useCheck(
    keyOf(wristbands),
    () => call("POST /order/check-ticket-scan", { body: { customer_tags: tags } })
  )
  const sale = useCheck(
    scan.answer === undefined ? undefined : keyOf(wristbands),
    () =>
      call("POST /order/check-ticket-sale", {
        body: { uuid: randomUuid(), customer_tags: tags, payment_method: null }
      })
  )
  const add = (wristband: Wristband) => {
    setWristbands((before) => added(before, wristband))
    setNext(undefined)
  }
  const pay = (method: "cash" | "sumup", given?: Amount) =>
    sale.answer !== undefined && one.make({
      call: "POST /order/book-ticket-sale",
      body: { customer_tags: tags, payment_method: method },
      subject: {
        chip: tags.length === 1 ? wristbands[0]!.chip : null,
        amount: sale.answer.total_price,
        given,
        text: wordsOfTickets(sale.answer.scanned_tickets.map(({ ticket }) => ticket.name))
      },
      card: method === "sumup"
    })
  return { add, next, one, pay, sale, scan, setNext, setWristbands, wristbands }
}
