import * as Fake from "@wristbank/stand-ins/card-provider/FakeAnswer"
import { FakeSumUp } from "@wristbank/stand-ins/card-provider/FakeSumUp"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { type ButtonName, Festival, type Guest, payOut, sale, topUp } from "../../support/Festival.ts"
import { cents } from "../../support/FestivalPayments.ts"
import { type Body } from "../../support/FestivalServer.ts"
import { scanOf, ticketSale, type Wristband } from "../../support/FestivalTickets.ts"
import type { Rush, Visitor } from "./RushHour.ts"

/** The objects that the calls of one round share. */
export interface Round {
  readonly visitors: ReadonlyArray<Visitor>
  /** Unused wristbands. */
  readonly bands: ReadonlyArray<Wristband>
  /** Tokens of ticket vouchers. */
  readonly tokens: ReadonlyArray<string>
  readonly uuids: ReadonlyArray<string>
  /** Sales that can be cancelled. */
  readonly sales: ReadonlyArray<number>
}

const pressed: ReadonlyArray<ButtonName> = ["beer", "large", "deposit", "food", "crate", "cup"]

/** Kinds of order that can be registered for payment by card, as their calls name them. */
const cardKinds = ["sale", "topup", "ticket-sale"] as const
type CardKind = typeof cardKinds[number]

/** The holder of a wristband makes no difference to a call. */
export const guestOf = (rush: Rush, { visitors }: Round): Guest => ({
  ...rush.pick(visitors).band,
  accountId: 0,
  label: ""
})

/** Random orders; every other one has a uuid that others have too. */
const bodies = Effect.fnUntraced(function*(rush: Rush, round: Round) {
  const { press } = yield* Festival
  const { between, pick, random } = rush
  const uuid = random() < 0.6 ? pick(round.uuids) : randomUUID()
  const buttons = () => [press(pick(pressed), between(1, 3)), ...(random() < 0.3 ? [press("deposit", -1)] : [])]
  const scan = (band: Wristband, n: number) => {
    const hasVoucher = n === 0 && random() < 0.4
    return scanOf(band, { top_up_amount: between(0, 3), ...(hasVoucher ? { voucher_token: pick(round.tokens) } : {}) })
  }
  const make: Readonly<Record<CardKind | "payout", (payment_method: string) => Body>> = {
    sale: (payment_method) => {
      const payer = payment_method === "tag" ? guestOf(rush, round) : null
      return sale(buttons(), payer, { payment_method, uuid })
    },
    topup: (payment_method) => topUp(guestOf(rush, round), between(1, 20), { payment_method, uuid }),
    "ticket-sale": (payment_method) =>
      ticketSale(Array.from(new Set([pick(round.bands), pick(round.bands)]), scan), { payment_method, uuid }),
    payout: () => ({ ...payOut(guestOf(rush, round), pick([undefined, -between(1, 9)])), uuid })
  }
  return make
})

const methods: Readonly<Record<CardKind | "payout", ReadonlyArray<string>>> = {
  sale: ["tag", "tag", "tag", "cash", "sumup"],
  topup: ["cash", "sumup"],
  "ticket-sale": ["cash", "sumup"],
  payout: ["cash"]
}

/** Tickets are sold at the last till. */
const tillFor = ({ pick, tills }: Rush, path: string) => path.endsWith("ticket-sale") ? tills.at(-1)! : pick(tills)

/** Books an order at a till. */
export const booking = (rush: Rush, round: Round, kind: CardKind | "payout") =>
  Effect.flatMap(bodies(rush, round), (make) => {
    const path = `/order/book-${kind}`
    return rush.post(tillFor(rush, path), path, make[kind](rush.pick(methods[kind])))
  })

/** Registers an order, and sets the provider's answer about its payment. */
export const registration = Effect.fnUntraced(function*(rush: Rush, round: Round) {
  const { book } = yield* FakeSumUp
  const kind = rush.pick(cardKinds)
  const body = (yield* bodies(rush, round))[kind]("sumup")
  const path = `/order/register-pending-${kind}`
  const answer = yield* rush.post(tillFor(rush, path), path, body)
  const amount = Number(answer.body.total_price ?? answer.body.amount)
  if (answer.status !== 200) return
  const due = cents(amount)
  book.answer(
    String(body.uuid),
    rush.pick([Fake.paid(due), Fake.failed(due), Fake.paid(cents(amount + 1)), Fake.absent])
  )
})

/** Repeats an earlier request; a registered order is booked or cancelled. */
export const repetition = (rush: Rush) =>
  Effect.suspend(() => {
    const earlier = rush.log.filter(({ body, path }) => path.startsWith("/order/") && "uuid" in body).slice(-40)
    if (earlier.length === 0) return Effect.void
    const { body, path, till } = rush.pick(earlier)
    const at = till ?? tillFor(rush, path)
    return path.includes("register-pending") && rush.random() < 0.3
      ? rush.post(at, path.replace("register", "cancel"), { order_uuid: body.uuid })
      : rush.post(at, path.replace("register-pending", "book"), body)
  })
