import { assert, layer } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { issueLimit, NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVouchers } from "@wristbank/core/wristband/TicketVouchers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "../../support/Festival.ts"
import { untouched } from "../../support/FestivalLedger.ts"
import { diagnose } from "../journal/Diagnosed.ts"

const voucher = (token: string, email: string | null = null) =>
  new NewTicketVoucher({ token, external_reference: `Order of ${token}`, external_link: null, email })

/** Issues ticket vouchers at an event as an import does, without a user. */
const issueAt = (event: number, vouchers: ReadonlyArray<NewTicketVoucher>) =>
  TicketVouchers.use(({ issue }) =>
    issue(
      { userId: null, terminalId: null, node: { id: BigInt(event) }, eventId: BigInt(event), by: "desk@office" },
      vouchers
    )
  )

layer(Festival.layer, { excludeTestServices: true })("pre-sale vouchers", (it) => {
  it.effect("are issued with an account each, and left out when the event has them", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const [first, second, third] = [`1 ${randomUUID()}`, `2 ${randomUUID()}`, `3 ${randomUUID()}`]
      const issued = yield* issueAt(event, [voucher(second), voucher(first, "a@example.org")])
      assert.deepStrictEqual(issued.map(({ token }) => token), [first, second])
      const again = yield* issueAt(event, [voucher(second), voucher(third), voucher(first)])
      assert.deepStrictEqual(again.map(({ token }) => token), [third])
      const stored = yield* sql`select voucher.token, voucher.external_reference, voucher.external_link, customer.email,
          account.type, account.balance, account.user_tag_id, account.node_id = ${event} as at_event
        from ticket_voucher voucher
          join account on account.event_id = voucher.event_id and account.id = voucher.customer_account_id
          join customer on customer.event_id = voucher.event_id and customer.account_id = account.id
        where voucher.token = any(${[first, second, third]}::text[]) order by voucher.id`
      const account = { external_link: null, type: "private", balance: 0n, user_tag_id: null, at_event: true }
      assert.deepStrictEqual(
        stored,
        [[first, "a@example.org"], [second, null], [third, null]].map(([token, email]) => ({
          token,
          external_reference: `Order of ${token}`,
          email,
          ...account
        }))
      )
      const audited = yield* sql<{ content: unknown }>`select content - 'by' as content from audit_log
        where log_type = 'ticket_vouchers_issued' order by id desc limit 2`
      assert.deepStrictEqual(audited.map(({ content }) => content), [{ num_vouchers: 1 }, { num_vouchers: 2 }])
      assert.strictEqual((yield* diagnose()).count, 0)
    }))

  it.effect("have tokens of their event, as another event may number its tickets alike", () =>
    Effect.gen(function*() {
      const { event, neighbour } = yield* Festival
      const other = yield* neighbour
      const token = randomUUID()
      const [here] = yield* issueAt(event, [voucher(token)])
      const [there] = yield* issueAt(other.event, [voucher(token)])
      assert.deepStrictEqual([here!.token, there!.token], [token, token])
      assert.notStrictEqual(here!.customer_account_id, there!.customer_account_id)
      assert.deepStrictEqual([yield* issueAt(event, [voucher(token)]), yield* issueAt(other.event, [voucher(token)])], [
        [],
        []
      ])
      assert.strictEqual((yield* diagnose()).count, 0)
    }))

  it.effect("are named once in a list, of which there is a longest", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const fresh = randomUUID()
      const many = Array.from({ length: issueLimit + 1 }, (_, n) => voucher(`${fresh} ${n}`))
      for (
        const [list, rule] of [
          [[voucher(fresh), voucher(fresh)], "voucher_twice"],
          [many, "vouchers_too_many"]
        ] as const
      ) {
        const refusal = yield* untouched(Effect.flip(issueAt(event, list)))
        assert.strictEqual(refusalName(refusal), `tag.${rule}`)
      }
      assert.lengthOf(yield* issueAt(event, [voucher(fresh)]), 1)
    }))

  it.effect("of several imports at once each voucher is issued once", () =>
    Effect.gen(function*() {
      const { event } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const tokens = Array.from({ length: 20 }, () => randomUUID())
      const list = tokens.map((token) => voucher(token))
      yield* Effect.all(
        [list, list.toReversed(), list].map((vouchers) => Effect.exit(issueAt(event, vouchers))),
        { concurrency: 3 }
      )
      yield* issueAt(event, list)
      const [row] = yield* sql<{ accounts: bigint }>`select count(distinct customer_account_id) as accounts
        from ticket_voucher where token = any(${tokens}::text[])`
      assert.strictEqual(row!.accounts, 20n)
      assert.strictEqual((yield* diagnose()).count, 0)
    }))
})
