import * as Money from "../ledger/Money.ts"

/** A cash register as it lies in a till or in a cashier's hands. */
export interface RegisterState {
  readonly id: bigint
  readonly accountId: bigint
  /** Money in it, in cents. */
  readonly balance: Money.Cents
  /** Who holds it. */
  readonly cashierId: bigint | null
}

/** A register and the till it lies in. */
export interface HeldRegister extends RegisterState {
  readonly till: {
    readonly id: bigint
    readonly zNr: number
    /** Who is signed in at the till's terminal. */
    readonly userId: bigint | null
  } | null
}

/** The till for orders that no till makes. */
export interface VirtualTill {
  readonly id: bigint
  readonly zNr: number
}

export interface TillState {
  readonly id: bigint
  readonly zNr: number
  /** Whether anything has been booked under this `zNr`. */
  readonly hasOrders: boolean
  readonly register: RegisterState | null
}

/** A terminal with what is bound to it. */
export interface OccupiedTerminal {
  readonly id: bigint
  readonly nodeId: bigint
  /** Who is recorded as signed in, whether or not their role still counts here. */
  readonly userId: bigint | null
  readonly till: TillState | null
}

/** Somebody about to sign in. */
export interface Person {
  readonly id: bigint
  readonly roleId: bigint
  /** The register they hold and the till it lies in. */
  readonly register: RegisterState & { readonly tillId: bigint | null } | null
}

/** One step of what happens at a till when people, registers or terminals come and go; the steps are done in order. */
export type TillChange =
  /** A money_transfer order at the till: the register brings its whole cash (cents), or takes it along when negative. */
  | {
    readonly kind: "cash_moved"
    readonly tillId: bigint
    readonly zNr: number
    readonly register: RegisterState
    readonly amount: Money.Cents
    /** Null when nobody is signed in, acts or holds the register, which storage refuses. */
    readonly cashierId: bigint | null
  }
  /** An order at the virtual till: somebody's shift with the register starts or ends. */
  | {
    readonly kind: "shift_changed"
    readonly turn: "start" | "end"
    readonly tillId: bigint
    readonly zNr: number
    readonly registerId: bigint
    readonly cashierId: bigint
  }
  | { readonly kind: "register_placed"; readonly tillId: bigint; readonly registerId: bigint | null }
  /** Somebody holds the register from now on; null: it lies in the office. */
  | { readonly kind: "register_assigned"; readonly registerId: bigint; readonly userId: bigint | null }
  | {
    readonly kind: "cashier_changed"
    readonly terminalId: bigint
    readonly person: { readonly id: bigint; readonly roleId: bigint } | null
  }
  /** The till's closing ends and `zNr` is the number of the next. */
  | {
    readonly kind: "closing_started"
    readonly tillId: bigint
    readonly zNr: number
    readonly reason: "sign_in" | "close_out"
  }
  | { readonly kind: "terminal_attached"; readonly tillId: bigint; readonly terminalId: bigint | null }

/** The steps that are orders; all others change what is bound to what. */
export type OrderStep = Extract<TillChange, { readonly kind: "cash_moved" | "shift_changed" }>

/**
 * The register leaves the till: the order is booked only when money goes with it. Its cashier is who is signed in, else who
 * acts, else who holds the register, so that a till can always be cleared.
 */
export const registerLeaves = (
  till: Omit<TillState, "hasOrders">,
  userId: bigint | null,
  actingUserId: bigint | null
): ReadonlyArray<TillChange> => {
  if (till.register === null) return []
  const { balance, cashierId } = till.register
  const cashier = userId ?? actingUserId ?? cashierId
  const cash = balance === 0n ? [] : [cashMoves(till, till.register, Money.negate(balance), cashier)]
  return [...cash, { kind: "register_placed", tillId: till.id, registerId: null }]
}

/** The register enters the till: the order is booked always, also for an empty drawer. */
export const registerEnters = (
  till: { readonly id: bigint; readonly zNr: number },
  register: RegisterState,
  userId: bigint
): ReadonlyArray<TillChange> => [
  { kind: "register_placed", tillId: till.id, registerId: register.id },
  cashMoves(till, register, register.balance, userId)
]

/** The register leaves its holder, whose shift ends. */
export const registerReturned = (
  virtual: VirtualTill,
  registerId: bigint,
  cashierId: bigint
): ReadonlyArray<TillChange> => [
  { kind: "register_assigned", registerId, userId: null },
  { kind: "shift_changed", turn: "end", tillId: virtual.id, zNr: virtual.zNr, registerId, cashierId }
]

/** Somebody gets the register, and their shift starts. */
export const registerHanded = (
  virtual: VirtualTill,
  registerId: bigint,
  cashierId: bigint
): ReadonlyArray<TillChange> => [
  { kind: "register_assigned", registerId, userId: cashierId },
  { kind: "shift_changed", turn: "start", tillId: virtual.id, zNr: virtual.zNr, registerId, cashierId }
]

/** Somebody signs in; whoever was there is signed out by it. Their register stays in the first till they brought it to. */
export const signIn = (terminal: OccupiedTerminal, person: Person): ReadonlyArray<TillChange> => {
  const { till } = terminal
  const arrives: TillChange = {
    kind: "cashier_changed",
    terminalId: terminal.id,
    person: { id: person.id, roleId: person.roleId }
  }
  if (till === null) return [arrives]
  const leaving = registerLeaves(till, terminal.userId, person.id)
  const hasOrders = till.hasOrders || leaving.some((change) => change.kind === "cash_moved")
  const zNr = hasOrders && terminal.userId !== person.id ? till.zNr + 1 : till.zNr
  const free = person.register !== null &&
    (person.register.tillId === null || person.register.tillId === till.id)
  return [
    ...leaving,
    arrives,
    ...(zNr === till.zNr ? [] : [{ kind: "closing_started", tillId: till.id, zNr, reason: "sign_in" } as const]),
    ...(free ? registerEnters({ id: till.id, zNr }, person.register, person.id) : [])
  ]
}

/** Whoever is there is signed out; `actingUserId` is who does it, null for the terminal itself. */
export const signOut = (terminal: OccupiedTerminal, actingUserId: bigint | null): ReadonlyArray<TillChange> => [
  ...(terminal.till === null ? [] : registerLeaves(terminal.till, terminal.userId, actingUserId)),
  { kind: "cashier_changed", terminalId: terminal.id, person: null }
]

/** The terminal loses its till; nobody stays signed in. */
export const detach = (terminal: OccupiedTerminal, actingUserId: bigint | null): ReadonlyArray<TillChange> => [
  ...signOut(terminal, actingUserId),
  ...(terminal.till === null
    ? []
    : [{ kind: "terminal_attached", tillId: terminal.till.id, terminalId: null } as const])
]

/** A till without terminal gets one without till; whoever is signed in there signs in anew, with their register. */
export const attach = (
  tillId: bigint,
  terminal: OccupiedTerminal,
  actingUserId: bigint | null
): ReadonlyArray<TillChange> => [
  ...signOut(terminal, actingUserId),
  { kind: "terminal_attached", tillId, terminalId: terminal.id }
]

const cashMoves = (
  till: { readonly id: bigint; readonly zNr: number },
  register: RegisterState,
  amount: Money.Cents,
  cashierId: bigint | null
): TillChange => ({ kind: "cash_moved", tillId: till.id, zNr: till.zNr, register, amount, cashierId })
