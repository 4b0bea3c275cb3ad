import { assert, layer } from "@effect/vitest"
import { NewTicketVoucher } from "@wristbank/core/wristband/TicketVoucher"
import { TicketVouchers } from "@wristbank/core/wristband/TicketVouchers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, createNode, field, serverLayer, signInAdministrator } from "../../support/administration.ts"

layer(serverLayer, { excludeTestServices: true })("the portal", (it) => {
  it.effect("is closed for a ticket that the shop cancelled, unless there is money on its account", () =>
    Effect.gen(function*() {
      const id = yield* createNode(yield* signInAdministrator, 0, "event", { name: "Cancelled presale" })
      const vouchers = yield* TicketVouchers
      const [voucher] = yield* vouchers.issue(
        { userId: null, terminalId: null, node: { id: BigInt(id) }, eventId: BigInt(id), by: "desk@office" },
        [new NewTicketVoucher({ token: "cancelled", external_reference: null, external_link: null, email: null })]
      )
      const sql = yield* SqlClient.SqlClient
      const [link] = yield* sql<{ pin: string }>`select portal_token as pin from ticket_voucher
        where id = ${voucher!.id}`
      const login = call("/portal/auth/login", { body: { pin: link!.pin, node_id: id } })
      const token = String(field((yield* login).body, "access_token"))
      const statuses = Effect.map(
        Effect.all([login, call("/portal/customer", { token })]),
        (answers) => answers.map(({ status }) => status)
      )
      assert.deepStrictEqual(yield* statuses, [200, 200])
      yield* sql`update ticket_voucher set state = 'cancelled' where id = ${voucher!.id}`
      assert.deepStrictEqual(yield* statuses, [403, 401])
      yield* sql`update account set balance = 500 where id = ${voucher!.customer_account_id}`
      assert.deepStrictEqual(yield* statuses, [200, 200])
    }))
})
