import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { Festival } from "./Festival.ts"
import { labelOf } from "./FestivalLedger.ts"
import { type Body, created, done } from "./FestivalServer.ts"
import type { Colleague, FestivalTill } from "./FestivalTill.ts"
import { login } from "./FestivalTill.ts"

/** Type, cash in major units, cashier. */
export type CashOrder = readonly [string, number, number]

/** The orders with cash of a till of the festival (null: the virtual till), oldest first. */
export const cashOrders = Effect.fnUntraced(function*(tillId: number | null) {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ order_type: string; cash: bigint; cashier_id: bigint }>`
    select ordr.order_type, coalesce(sum(line.total_price), 0)::bigint as cash, ordr.cashier_id
    from ordr
      join till on till.event_id = ordr.event_id and till.id = ordr.till_id
      left join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
    where ordr.event_id = ${event} and ordr.payment_method = 'cash'
      and (till.id = ${tillId}::bigint or (${tillId}::bigint is null and till.is_virtual))
    group by ordr.event_id, ordr.id order by ordr.id`
  return rows.map((row): CashOrder => [row.order_type, Number(row.cash) / 100, Number(row.cashier_id)])
})

/** The orders with cash that the calls add to a till. */
export const cashOrdersBy = <A, E, R>(tillId: number | null, calls: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const before = (yield* cashOrders(tillId)).length
    const answer = yield* calls
    return { answer, orders: (yield* cashOrders(tillId)).slice(before) }
  })

/** For each till (the virtual one too) the cash of its orders less the cash in its register, in cents. */
export const unexplainedCash = Effect.gen(function*() {
  const { event } = yield* Festival
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: bigint; unexplained: bigint }>`
    select till.id, (coalesce(sum(line.total_price), 0) - coalesce(max(account.balance), 0))::bigint as unexplained
    from till
      left join ordr on ordr.event_id = till.event_id and ordr.till_id = till.id and ordr.payment_method = 'cash'
      left join line_item line on line.event_id = ordr.event_id and line.order_id = ordr.id
      left join cash_register register on register.event_id = till.event_id and register.id = till.cash_register_id
      left join account on account.event_id = register.event_id and account.id = register.account_id
    where till.event_id = ${event} group by till.id order by till.id`
  return rows.filter(({ unexplained }) => unexplained !== 0n)
})

/** The newest entry of the audit log with this type at the festival. */
export const audited = Effect.fnUntraced(function*(logType: string) {
  const sql = yield* SqlClient.SqlClient
  const { event } = yield* Festival
  const [row] = yield* sql<{ content: Body; originating_user_id: bigint; originating_terminal_id: bigint | null }>`
    select content, originating_user_id, originating_terminal_id from audit_log
    where log_type = ${logType} and node_id = ${event} order by id desc limit 1`
  return row === undefined ? undefined : {
    content: row.content,
    user: Number(row.originating_user_id),
    terminal: row.originating_terminal_id === null ? null : Number(row.originating_terminal_id)
  }
})

/** A till without a register where an organiser with `cash_transport` is signed in, and a second till for the cashiers. */
export const cashOffice = Effect.gen(function*() {
  const { office, tills } = yield* Festival
  const officeTill = yield* tills.open()
  const bar = yield* tills.open()
  const transport = yield* transportOf(officeTill.cashier)

  /** A register that no one holds. */
  const register = Effect.map(
    Effect.suspend(() => office("POST", "/till-registers", { name: crypto.randomUUID() })),
    (answer) => {
      const { account_id, id } = done(answer).body
      return { id: id as number, label: labelOf("cash_register", account_id as number) }
    }
  )

  /** A template of a float (major units). */
  const stocking = (variable_in_euro: number, more: Body = {}) =>
    created(office("POST", "/till-register-stockings", { name: crypto.randomUUID(), variable_in_euro, ...more }))

  const stockUp = (cashier: Colleague, cash_register_id: number, register_stocking_id: number) =>
    officeTill.post("/stock-up-cash-register", { cashier_tag_uid: cashier.uid, cash_register_id, register_stocking_id })

  /** A cashier who holds a register with a float (major units) and is signed in nowhere. */
  const equipped = Effect.fnUntraced(function*(float: number) {
    const cashier = yield* tills.colleague()
    const made = yield* register
    done(yield* stockUp(cashier, made.id, yield* stocking(float)))
    return { ...cashier, register: made }
  })

  return {
    bar,
    officeTill,
    equipped,
    register,
    stocking,
    stockUp,
    transport,
    /** Moves cash from the organiser to a cashier's register, in major units. */
    bring: (cashier: Pick<Colleague, "uid">, amount: number) =>
      Effect.suspend(() =>
        officeTill.post("/change-cash-register-balance", {
          cashier_tag_uid: cashier.uid,
          amount,
          request_id: randomUUID()
        })
      ),
    /** Moves cash from the vault to a person's transport account, in major units. */
    take: (person: Pick<Colleague, "uid">, amount: number) =>
      Effect.suspend(() =>
        officeTill.post("/change-transport-register-balance", {
          orga_tag_uid: person.uid,
          amount,
          request_id: randomUUID()
        })
      ),
    transfer: (source: Pick<Colleague, "uid">, target: Pick<Colleague, "uid">) =>
      officeTill.post("/transfer-cash-register", {
        source_cashier_tag_uid: source.uid,
        target_cashier_tag_uid: target.uid
      }),
    closeOut: (cashier: Pick<Colleague, "id">, actual: unknown, more: Body = {}) =>
      office("POST", `/cashiers/${cashier.id}/close-out`, {
        comment: "counted twice",
        actual_cash_drawer_balance: actual,
        closing_out_user_id: officeTill.cashier.id,
        ...more
      })
  }
})
export type CashOffice = Effect.Success<typeof cashOffice>

export const signIn = (till: FestivalTill, person: Colleague) =>
  Effect.map(till.post("/user/login", login(person)), done)

export const signOut = (till: FestivalTill) =>
  Effect.map(till.post("/user/logout"), ({ status }) => assert.strictEqual(status, 204))

/** The name of a person's transport account in the results of `movedBy`. */
const transportOf = Effect.fnUntraced(function*({ id }: Colleague) {
  const { office } = yield* Festival
  const user = done(yield* office("GET", `/cashiers/${id}`)).body
  return labelOf("transport", user.transport_account_id as number)
})
