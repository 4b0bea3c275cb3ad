import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { jsonInteger } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { Unauthorized } from "../base/Refusal.ts"
import type { AuditKind } from "../organisation/AuditKind.ts"
import type { CountedSubject } from "../organisation/SignInFailureRepository.ts"
import { dieOnInfrastructure, type Infrastructure } from "../sql/Infrastructure.ts"
import { readFacts, type SignInFacts } from "./SignInFacts.ts"
import { SignInRepository } from "./SignInRepository.ts"
import type { SignedInTerminal } from "./Terminal.ts"
import type { OccupiedTerminal, Person, TillChange } from "./TillChange.ts"
import { type CashierOutcome, TillChangeRepository } from "./TillChangeRepository.ts"
import { TillChanges } from "./TillChanges.ts"

/** A change of who is signed in. */
interface CashierChange {
  readonly steps: ReadonlyArray<TillChange>
  readonly logType: AuditKind
  /** The user of the audit entry. */
  readonly userId: bigint
}

/** A decision on the facts at a terminal: the answer of the call, and what is stored for it. */
interface CashierDecision<A> {
  readonly answer: A
  /** Null if nothing changes. */
  readonly change: CashierChange | null
}

/** Runs a statement, which counts for the subject that it is given. */
export type Counting<Limited> = (
  store: (counted: CountedSubject | null) => Effect.Effect<CashierOutcome, Infrastructure>
) => Effect.Effect<CashierOutcome, Infrastructure | Limited>

/** Counts nothing. */
export const uncounted: Counting<never> = (store) => store(null)

/** Stores who is signed in at a terminal: one statement reads what decides, one stores what was decided. */
export class CashierChanges extends Context.Service<CashierChanges>()("core/CashierChanges", {
  make: Effect.gen(function*() {
    const bindings = yield* TillChangeRepository
    const changes = yield* TillChanges
    const signIns = yield* SignInRepository
    const sql = yield* SqlClient.SqlClient

    /** Stores a decision unless the facts are others by now. */
    const store = Effect.fnUntraced(function*(
      terminal: SignedInTerminal,
      uid: bigint | null,
      facts: SignInFacts,
      { logType, steps, userId }: CashierChange,
      counted: CountedSubject | null
    ) {
      const { eventId, terminalId } = terminal
      const content = { terminal_id: jsonInteger(terminalId), user_id: jsonInteger(userId) }
      const audit = { nodeId: facts.home_node_id, logType, userId, terminalId, content }
      const rows = yield* changes.rows(eventId, steps)
      return yield* bindings.changeCashier(terminal, { uid, facts, steps: rows, audit }, counted)
    })

    /** Stores a decision, and makes it anew as long as the facts are others. In a transaction, which keeps the locks. */
    const storeUnderLocks = Effect.fnUntraced(function*<A, E>(
      terminal: SignedInTerminal,
      uid: bigint | null,
      first: { readonly answer: A; readonly change: CashierChange; readonly facts: SignInFacts },
      decide: (facts: SignInFacts) => Effect.Effect<CashierDecision<A>, E>
    ) {
      let decided = first
      while (true) {
        const stored = yield* store(terminal, uid, decided.facts, decided.change, null)
        if (stored.outcome === "stored") return decided.answer
        const facts = (yield* readFacts(stored.facts)) ?? (yield* new Unauthorized())
        const { answer, change } = yield* decide(facts)
        if (change === null) return answer
        decided = { answer, change, facts }
      }
    })

    /**
     * Decides on the facts at a terminal and stores the outcome. If the facts are others by then, it is decided again under the
     * locks of the change. `counting` runs the statement that stores, and may have it count the call, once this was allowed.
     */
    const run = Effect.fnUntraced(
      function*<A, E, Limited>(
        terminal: SignedInTerminal,
        uid: bigint | null,
        decide: (facts: SignInFacts) => Effect.Effect<CashierDecision<A>, E>,
        counting: Counting<Limited>
      ) {
        const facts = (yield* signIns.facts(terminal, uid)) ?? (yield* new Unauthorized())
        const { answer, change } = yield* decide(facts)
        if (change === null) return answer
        const stored = yield* counting((counted) => store(terminal, uid, facts, change, counted))
        if (stored.outcome === "stored") return answer
        return yield* sql.withTransaction(storeUnderLocks(terminal, uid, { answer, change, facts }, decide))
      },
      dieOnInfrastructure
    )

    return { run }
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([SignInRepository.layer, TillChangeRepository.layer, TillChanges.layer])
  )
}

/** The terminal of facts, for the decisions on a change. */
export const occupiedTerminal = (
  terminalId: bigint,
  { active, home_node_id, till }: SignInFacts
): OccupiedTerminal => ({
  id: terminalId,
  nodeId: home_node_id,
  userId: active?.id ?? null,
  till: till === null ? null : {
    id: till.id,
    zNr: till.z_nr,
    hasOrders: till.has_orders,
    register: till.register === null ? null : {
      id: till.register.id,
      accountId: till.register.account_id,
      balance: Money.Cents.make(till.register.balance),
      cashierId: till.register.cashier_id
    }
  }
})

/** The register of the tag's holder. */
export const heldRegister = ({ held }: SignInFacts, cashierId: bigint): Person["register"] =>
  held === null ? null : {
    id: held.id,
    accountId: held.account_id,
    balance: Money.Cents.make(held.balance),
    cashierId,
    tillId: held.till_id
  }
