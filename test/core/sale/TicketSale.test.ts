import { assert, describe, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { idsOf } from "@wristbank/core/event/UserTagVariant"
import * as Ledger from "@wristbank/core/journal/Ledger"
import { bookTicketSale, checkTicketSale, oldest } from "@wristbank/core/sale/TicketSale"
import { maxTags, type ScannedTicket, scanTickets } from "@wristbank/core/sale/TicketScan"
import { Result } from "effect"
import fc from "fast-check"
import { accounts, event, registerAccountId, variants, vip } from "./OrderWorld.ts"
import {
  accountOf,
  adult,
  type Entrance,
  entrances,
  inputOf,
  plainScene,
  type Scene,
  under16,
  under18
} from "./TicketWorld.ts"

const maximum = Number(event.settings.max_account_balance)

const ticketOf = ({ restriction }: Scene) =>
  restriction === null ? adult : restriction === "under_18" ? under18 : under16

const entranceOf = (scenes: ReadonlyArray<Scene>): Entrance => ({
  scenes,
  method: "sumup",
  register: false,
  off: null,
  unready: null,
  missing: null
})

/** The money onto the tag of a scan, in cents. */
const topUpOf = (scene: Scene) =>
  scene.topUp + (scene.presale === null ? Number(ticketOf(scene).ticket.initial_top_up_amount) : 0)

/** The money onto the tag that the ticket shop has, in cents. */
const creditOf = (scene: Scene) => scene.presale === null ? 0 : scene.credit

const priceOf = (scene: Scene) => (scene.presale === null ? Number(ticketOf(scene).ticket.price) : 0)

const sumOf = (scenes: ReadonlyArray<Scene>, amount: (scene: Scene) => number) =>
  scenes.reduce((sum, scene) => sum + amount(scene), 0)

const repeats = (values: ReadonlyArray<unknown>) => new Set(values).size < values.length

/** Whether a scan breaks a rule, computed from the scene alone. */
const scanBroken = (entrance: Entrance) => {
  const { missing, off, scenes, unready } = entrance
  const { customer_tags: scans } = inputOf(entrance).request
  return off === "allow_ticket_sale" ||
    (off === "allow_top_up" && scenes.some(({ topUp }) => topUp > 0)) ||
    (off === "allow_ticket_vouchers" && scenes.some(({ presale }) => presale !== null)) ||
    scenes.length === 0 ||
    repeats(scans.map(({ tag_pin }) => tag_pin)) ||
    repeats(scans.map(({ tag_uid }) => tag_uid)) ||
    repeats(scans.flatMap(({ voucher_token }) => voucher_token ?? [])) ||
    scenes.some((scene) =>
      scene.matter !== null ||
      (scene.presale !== null && scene.voucherMatter !== null) ||
      (scene.restriction !== null && [missing, unready].includes(scene.restriction)) ||
      (topUpOf(scene) + creditOf(scene) > 0 &&
        (scene.presale ?? 0) + topUpOf(scene) + creditOf(scene) > maximum)
    )
}

/** Whether the sale breaks a rule. */
const saleBroken = (entrance: Entrance) => {
  const { method, off, register, scenes } = entrance
  const total = sumOf(scenes, priceOf) + sumOf(scenes, topUpOf)
  return scanBroken(entrance) ||
    (method === "cash" && total > 0 && (off === "enable_cash_payment" || !register)) ||
    (method === "sumup" && total > 0 && off === "enable_card_payment") ||
    method === "sumup_online"
}

/** Runs a property on the sales that can be booked. */
const onBooked = (
  property: (entrance: Entrance, booking: Result.Result.Success<ReturnType<typeof bookTicketSale>>) => void
) => {
  let booked = 0
  fc.assert(
    fc.property(entrances, (entrance) => {
      const booking = bookTicketSale(inputOf(entrance))
      if (Result.isFailure(booking)) return
      booked++
      property(entrance, booking.success)
    }),
    { numRuns: 500 }
  )
  assert.isAbove(booked, 50)
}

describe("a ticket sale", () => {
  it("is refused exactly when a rule is broken", () => {
    const outcomes = new Set<boolean>()
    fc.assert(
      fc.property(entrances, (entrance) => {
        const input = inputOf(entrance)
        const broken = saleBroken(entrance)
        outcomes.add(broken)
        assert.strictEqual(Result.isFailure(bookTicketSale(input)), broken)
        assert.strictEqual(Result.isFailure(checkTicketSale(input)), broken)
        const scanned = scanTickets({ ...input, scans: input.request.customer_tags })
        assert.strictEqual(Result.isFailure(scanned), scanBroken(entrance))
      }),
      { numRuns: 2000 }
    )
    assert.strictEqual(outcomes.size, 2)
  })

  it("costs the sum of its lines, a ticket for each tag and the money that comes onto it", () =>
    onBooked(({ scenes }, { answer, draft }) => {
      const expected = scenes.flatMap((scene) => [priceOf(scene), ...(topUpOf(scene) > 0 ? [topUpOf(scene)] : [])])
      assert.deepStrictEqual(draft.lines.map((line) => Number(line.total_price)), expected)
      assert.strictEqual(answer.total_price, Money.sum(draft.lines.map((line) => line.total_price)))
      assert.strictEqual(answer.total_price, Money.sum(answer.scanned_tickets.map((entry) => entry.total_price)))
      assert.strictEqual(answer.item_count, expected.length)
      assert.isTrue(draft.lines.every(({ quantity }) => quantity === 1))
    }))

  it("brings each customer their top-up and credit, the sales their tickets, and takes the total from the one who pays", () =>
    onBooked(({ method, scenes }, { draft }) => {
      const changes = (id: bigint) => Ledger.change(draft.postings, id)
      const total = sumOf(scenes, priceOf) + sumOf(scenes, topUpOf)
      const cash = method === "cash"
      const expected = [
        ...scenes.map((scene, at): [bigint, number] => [
          accountOf(at, scene),
          topUpOf(scene) + creditOf(scene)
        ]),
        [accounts.sale_exit, sumOf(scenes, priceOf)],
        [cash ? accounts.cash_topup_source : accounts.sumup_entry, -total],
        [accounts.presale_entry, -sumOf(scenes, creditOf)],
        [accounts.cash_entry, cash ? -total : 0],
        [registerAccountId, cash ? total : 0]
      ] as const
      for (const [id, cents] of expected) {
        assert.deepStrictEqual(changes(id), { balance: Money.Cents.make(BigInt(cents)), vouchers: 0 })
      }
      const known = expected.map(([id]) => id)
      for (const { amount, source, target } of draft.postings) {
        assert.includeMembers([...known], [source, target])
        assert.isTrue(amount > 0n)
      }
    }))

  it("guards every account it opens and the register it fills", () =>
    onBooked(({ method, scenes }, { draft, openings }) => {
      const total = sumOf(scenes, priceOf) + sumOf(scenes, topUpOf)
      const opened = scenes.map((scene, at) => accountOf(at, scene))
      assert.deepStrictEqual(openings.map(({ accountId }) => accountId), opened)
      const guarded = draft.guards.map(({ accountId }) => accountId)
      assert.sameMembers(guarded, method === "cash" && total > 0 ? [registerAccountId, ...opened] : opened)
      for (const guard of draft.guards) {
        assert.strictEqual(guard.balance, Ledger.change(draft.postings, guard.accountId).balance)
        if (guard.accountId === registerAccountId) continue
        assert.strictEqual(guard.maximum, guard.balance > 0n ? event.settings.max_account_balance : null)
        const opening = openings.find(({ accountId }) => accountId === guard.accountId)
        assert.strictEqual(guard.userTagId, opening!.userTagId)
      }
    }))

  it("opens each tag with the chip it was scanned with, for the voucher it was scanned with", () =>
    onBooked((entrance, { openings }) => {
      const { known, request } = inputOf(entrance)
      assert.deepStrictEqual(
        openings.map(({ credit, ticketVoucherId, uid, userTagId }) => [userTagId, uid, ticketVoucherId, credit]),
        request.customer_tags.map((scan, at) => [
          known[at]!.tag!.id,
          scan.tag_uid,
          ...(scan.voucher_token === null
            ? [null, Money.zero]
            : [known[at]!.presale!.ticketVoucher.id, known[at]!.presale!.credit])
        ])
      )
    }))

  it("belongs to the first of its oldest customers", () =>
    onBooked(({ scenes }, { draft, openings }) => {
      const owner = ([null, "under_18", "under_16"] as const)
        .map((age) => scenes.findIndex(({ restriction }) => restriction === age))
        .find((at) => at >= 0)!
      assert.deepStrictEqual(
        [draft.customerAccountId, draft.userTagId],
        [openings[owner]!.accountId, openings[owner]!.userTagId]
      )
    }))

  it("belongs to the tag of the highest priority, the first of several, or to the first without kinds", () => {
    const [under16Id, under18Id] = idsOf(["under_16", "under_18"], variants)
    const of = (...tags: ReadonlyArray<ReadonlyArray<bigint>>) =>
      oldest(
        tags.map((variantIds, at) => ({ customer: { variantIds, accountId: BigInt(at) } }) as ScannedTicket),
        event
      )
        ?.customer.accountId
    assert.strictEqual(of([under16Id!], [under18Id!], [under18Id!]), 1n)
    assert.strictEqual(of([under16Id!], [under18Id!], [under18Id!], []), 3n)
    assert.strictEqual(of([under18Id!], [under16Id!, vip], []), 2n)
    assert.strictEqual(of([under18Id!], [under16Id!, vip]), 1n)
  })

  it("gives a tag the one ticket for one of its kinds, and is refused where there are several or none", () => {
    const [scene, input] = [plainScene, inputOf(entranceOf([plainScene]))]
    const scan = (variantIds: ReadonlyArray<bigint>, tickets = input.tickets) => {
      const known = input.known.map((one) => ({ ...one, tag: { ...one.tag!, variantIds } }))
      const outcome = scanTickets({ ...input, known, tickets, scans: input.request.customer_tags })
      return Result.isFailure(outcome) ? outcome.failure : outcome.success[0]!.entry.ticket.id
    }
    const [under16Id, under18Id] = idsOf(["under_16", "under_18"], variants)
    assert.strictEqual(scene.restriction, null)
    assert.strictEqual(scan([]), adult.ticket.id)
    assert.strictEqual(scan([under16Id!, vip]), under16.ticket.id)
    assert.include(scan([vip]), { rule: "order.no_ticket_for_tag" })
    const several = scan([under16Id!, under18Id!])
    assert.include(several, { rule: "order.tickets_for_tag" })
    assert.include(several, { message: "This till has several tickets for PIN0: Ticket 52, Ticket 53" })
  })

  it("has no owner without customers", () => {
    assert.isUndefined(oldest([], event))
  })

  it("hands out no more tags than one sale may", () => {
    const entrance = (count: number) => entranceOf(Array.from({ length: count }, () => plainScene))
    assert.isTrue(Result.isSuccess(bookTicketSale(inputOf(entrance(maxTags)))))
    assert.isTrue(Result.isFailure(bookTicketSale(inputOf(entrance(maxTags + 1)))))
  })
})
