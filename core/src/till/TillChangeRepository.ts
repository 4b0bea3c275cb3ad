import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlSchema } from "effect/sql"
import { Id } from "../base/Id.ts"
import { windowSeconds } from "../base/limits/Limits.ts"
import * as Money from "../base/Money.ts"
import { nullOr } from "../base/OptionalField.ts"
import { auditRow, type NewAuditLog } from "../organisation/AuditLog.ts"
import type { CountedSubject } from "../organisation/SignInFailureRepository.ts"
import type { SignInFacts } from "./SignInFacts.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import type { HeldRegister, OccupiedTerminal } from "./TillChange.ts"
import type { StepRow } from "./TillStepRow.ts"

const TerminalRow = Schema.Struct({
  id: Id,
  node_id: Id,
  active_user_id: nullOr(Id),
  till_id: nullOr(Id),
  z_nr: nullOr(Schema.Int),
  has_orders: Schema.Boolean,
  register_id: nullOr(Id),
  account_id: nullOr(Id),
  balance: nullOr(Money.Cents),
  cashier_id: nullOr(Id)
})

const RegisterRow = Schema.Struct({
  id: Id,
  account_id: Id,
  balance: Money.Cents,
  cashier_id: nullOr(Id),
  till_id: nullOr(Id),
  z_nr: nullOr(Schema.Int),
  /** The user signed in at the terminal of the till. */
  till_user_id: nullOr(Id)
})

const stateOf = (row: typeof TerminalRow.Type): OccupiedTerminal => ({
  id: row.id,
  nodeId: row.node_id,
  userId: row.active_user_id,
  till: row.till_id === null || row.z_nr === null ? null : {
    id: row.till_id,
    zNr: row.z_nr,
    hasOrders: row.has_orders,
    register: row.register_id === null || row.account_id === null || row.balance === null
      ? null
      : { id: row.register_id, accountId: row.account_id, balance: row.balance, cashierId: row.cashier_id }
  }
})

const heldOf = (row: typeof RegisterRow.Type): HeldRegister => ({
  id: row.id,
  accountId: row.account_id,
  balance: row.balance,
  cashierId: row.cashier_id,
  till: row.till_id === null || row.z_nr === null
    ? null
    : { id: row.till_id, zNr: row.z_nr, userId: row.till_user_id }
})

/** A sign-in or sign-out as it was decided, for the function `change_cashier`. */
interface DecidedChange {
  /** The tag of who signs in; null at a sign-out. */
  readonly uid: bigint | null
  readonly facts: SignInFacts
  readonly steps: ReadonlyArray<StepRow>
  readonly audit: NewAuditLog
}

/** The outcome of storing it; the function `change_cashier` explains each. */
export interface CashierOutcome {
  readonly outcome: "changed" | "limited" | "stored"
  /** The facts by now, if they have changed. */
  readonly facts: unknown
  /** Seconds until a limited sign-in is possible. */
  readonly wait: number | null
}

/**
 * Reads the tills, terminals and registers of a change. The configuration of the event is locked first. The account of a
 * register is locked before its balance is read, so a running cash sale is either counted or refused as stale.
 */
export class TillChangeRepository extends Context.Service<TillChangeRepository>()("core/TillChangeRepository", {
  make: Effect.gen(function*() {
    const sql = yield* PgClient.PgClient
    const terminal = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, terminalId: Id }),
      Result: TerminalRow,
      execute: ({ eventId, terminalId }) =>
        sql`
          select terminal.id, terminal.node_id, terminal.active_user_id, till.id as till_id, till.z_nr,
            coalesce((
              select ordr.z_nr = till.z_nr from ordr
              where ordr.event_id = till.event_id and ordr.till_id = till.id order by ordr.id desc limit 1
            ), false) as has_orders,
            register.id as register_id, register.account_id, account.balance, usr.id as cashier_id
          from terminal
            left join till on till.event_id = terminal.event_id and till.terminal_id = terminal.id
            left join cash_register register on register.event_id = till.event_id and register.id = till.cash_register_id
            left join account on account.event_id = register.event_id and account.id = register.account_id
            left join usr on usr.event_id in (register.event_id, 0) and usr.cash_register_id = register.id
          where terminal.event_id = ${eventId} and terminal.id = ${terminalId}`
    })
    const register = SqlSchema.findAll({
      Request: Schema.Struct({ eventId: Id, registerId: Id }),
      Result: RegisterRow,
      execute: ({ eventId, registerId }) =>
        sql`
          select register.id, register.account_id, account.balance, usr.id as cashier_id, till.id as till_id,
            till.z_nr, terminal.active_user_id as till_user_id
          from cash_register register
            join account on account.event_id = register.event_id and account.id = register.account_id
            left join usr on usr.event_id in (register.event_id, 0) and usr.cash_register_id = register.id
            left join till on till.event_id = register.event_id and till.cash_register_id = register.id
            left join terminal on terminal.event_id = till.event_id and terminal.id = till.terminal_id
          where register.event_id = ${eventId} and register.id = ${registerId}`
    })
    return {
      /**
       * Locks by ascending id the accounts of the registers in the tills of these terminals, of further registers, and
       * further accounts.
       */
      lockRegisters: (
        eventId: bigint,
        of: {
          readonly terminalIds: ReadonlyArray<bigint>
          readonly registerIds: ReadonlyArray<bigint>
          readonly accountIds?: ReadonlyArray<bigint>
        }
      ) =>
        sql`
          select 1 from account
          where event_id = ${eventId} and id = any(${of.accountIds ?? []}::bigint[] || array(
            select register.account_id from cash_register register
            where register.event_id = ${eventId} and (
              register.id = any(${of.registerIds}::bigint[])
              or register.id in (
                select till.cash_register_id from till
                where till.event_id = ${eventId} and till.terminal_id = any(${of.terminalIds}::bigint[])
              )
            )
          ))
          order by id for update`,
      terminal: (eventId: bigint, terminalId: bigint) =>
        Effect.map(terminal({ eventId, terminalId }), ([row]) => row === undefined ? undefined : stateOf(row)),
      register: (eventId: bigint, registerId: bigint) => Effect.map(register({ eventId, registerId }), ([row]) => row),
      /** A register with the till it lies in; `undefined` when there is no such register. */
      held: (eventId: bigint, registerId: bigint | null) =>
        registerId === null
          ? Effect.succeed(undefined)
          : Effect.map(register({ eventId, registerId }), ([row]) => row && heldOf(row)),
      /** The balance of an account (cents); the account must be locked. */
      balance: (eventId: bigint, accountId: bigint) =>
        Effect.map(
          sql<{ balance: bigint }>`select balance from account where event_id = ${eventId} and id = ${accountId}`,
          ([row]) => Money.Cents.make(row!.balance)
        ),
      /** The terminal of a till: null when it has none, `undefined` when there is no such till. */
      terminalOf: (eventId: bigint, tillId: bigint) =>
        Effect.map(
          sql<{ terminal_id: bigint | null }>`
            select terminal_id from till where event_id = ${eventId} and id = ${tillId}`,
          ([row]) => row?.terminal_id
        ),
      /**
       * Stores what was decided on the facts at a terminal if they still hold, with its audit entry. A subject is counted before:
       * when it is full, nothing is done.
       */
      changeCashier: Effect.fnUntraced(
        function*(
          { eventId, sessionHash, terminalId }: SignedInTerminal,
          { audit, facts, steps, uid }: DecidedChange,
          counted: CountedSubject | null
        ) {
          const [row] = yield* sql<CashierOutcome>`
          select outcome, facts, wait from change_cashier(
            ${eventId}::bigint, ${terminalId}::bigint, ${sessionHash}::bytea,
            ${uid === null ? null : String(uid)}::numeric, ${sql.json(facts.stored)}::jsonb, ${sql.json(steps)}::jsonb,
            ${sql.json(auditRow(audit))}::jsonb, ${counted?.hash ?? null}::bytea, ${counted?.limit ?? null}::integer,
            make_interval(secs => ${windowSeconds})
          )`
          return row!
        }
      ),
      /** Stores steps in their order. An order that can't be stored is a failure. */
      store: (eventId: bigint, steps: ReadonlyArray<StepRow>) =>
        sql`select store_till_steps(${eventId}::bigint, ${sql.json(steps)}::jsonb)`
    }
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
