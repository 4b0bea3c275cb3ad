import * as Money from "../base/Money.ts"

/** A cash register in a till or in a cashier's hands. */
export interface RegisterState {
  readonly id: bigint
  readonly accountId: bigint
  /** Cash in it, in cents. */
  readonly balance: Money.Cents
  /** The cashier who holds it. */
  readonly cashierId: bigint | null
}

/** A register and the till it lies in. */
export interface HeldRegister extends RegisterState {
  readonly till: {
    readonly id: bigint
    readonly zNr: number
    /** The user signed in at the till's terminal. */
    readonly userId: bigint | null
  } | null
}

/** The virtual till, for orders that no real till makes. */
export interface VirtualTill {
  readonly id: bigint
  readonly zNr: number
}

export interface TillState {
  readonly id: bigint
  readonly zNr: number
  /** Whether anything was booked under this `zNr`. */
  readonly hasOrders: boolean
  readonly register: RegisterState | null
}

/** A terminal with its till and its signed-in user. */
export interface OccupiedTerminal {
  readonly id: bigint
  readonly nodeId: bigint
  /** The user recorded as signed in, even if their role no longer counts here. */
  readonly userId: bigint | null
  readonly till: TillState | null
}

/** A user about to sign in. */
export interface Person {
  readonly id: bigint
  readonly roleId: bigint
  /** The register that the user holds, and the till it lies in. */
  readonly register: RegisterState & { readonly tillId: bigint | null } | null
}

/** One step of a change at a till, as users, registers or terminals come and go. Steps are done in order. */
export type TillChange =
  /**
   * A money_transfer order at the till: cash in cents, positive when the register brings it, negative when the register
   * takes it along.
   */
  | {
    readonly kind: "cash_moved"
    readonly tillId: bigint
    readonly zNr: number
    readonly register: RegisterState
    readonly amount: Money.Cents
    /** Null when no user is signed in, acts or holds the register; the database refuses that. */
    readonly cashierId: bigint | null
  }
  /** An order at the virtual till: a cashier's shift with the register starts or ends. */
  | {
    readonly kind: "shift_changed"
    readonly turn: "start" | "end"
    readonly tillId: bigint
    readonly zNr: number
    readonly registerId: bigint
    readonly cashierId: bigint
  }
  | { readonly kind: "register_placed"; readonly tillId: bigint; readonly registerId: bigint | null }
  /** The register goes to a cashier, or to the office when `userId` is null. */
  | { readonly kind: "register_assigned"; readonly registerId: bigint; readonly userId: bigint | null }
  | {
    readonly kind: "cashier_changed"
    readonly terminalId: bigint
    readonly person: { readonly id: bigint; readonly roleId: bigint } | null
  }
  /** The till's closing ends; `zNr` is the number of the next one. */
  | {
    readonly kind: "closing_started"
    readonly tillId: bigint
    readonly zNr: number
    readonly reason: "sign_in" | "close_out"
  }
  | { readonly kind: "terminal_attached"; readonly tillId: bigint; readonly terminalId: bigint | null }

/** The steps that book an order. All others change which register, user or terminal belongs to a till. */
export type OrderStep = Extract<TillChange, { readonly kind: "cash_moved" | "shift_changed" }>

/**
 * Steps by which the register leaves the till. The order is booked only if the register holds money. Its cashier is the
 * signed-in user, else the acting user, else the holder of the register, so that a till can always be cleared.
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

/** Steps by which the register enters the till. The order is booked even for an empty drawer. */
export const registerEnters = (
  till: { readonly id: bigint; readonly zNr: number },
  register: RegisterState,
  userId: bigint
): ReadonlyArray<TillChange> => [
  { kind: "register_placed", tillId: till.id, registerId: register.id },
  cashMoves(till, register, register.balance, userId)
]

/** Steps by which the register leaves its holder, whose shift ends. */
export const registerReturned = (
  virtual: VirtualTill,
  registerId: bigint,
  cashierId: bigint
): ReadonlyArray<TillChange> => [
  { kind: "register_assigned", registerId, userId: null },
  { kind: "shift_changed", turn: "end", tillId: virtual.id, zNr: virtual.zNr, registerId, cashierId }
]

/** Steps by which a cashier gets the register and their shift starts. */
export const registerHandedOut = (
  virtual: VirtualTill,
  registerId: bigint,
  cashierId: bigint
): ReadonlyArray<TillChange> => [
  { kind: "register_assigned", registerId, userId: cashierId },
  { kind: "shift_changed", turn: "start", tillId: virtual.id, zNr: virtual.zNr, registerId, cashierId }
]

/**
 * Steps of a sign-in. The user signed in before is signed out. A register that already lies in another till stays there.
 */
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

/** Steps of a sign-out; `actingUserId` is null when the terminal itself asks for it. */
export const signOut = (terminal: OccupiedTerminal, actingUserId: bigint | null): ReadonlyArray<TillChange> => [
  ...(terminal.till === null ? [] : registerLeaves(terminal.till, terminal.userId, actingUserId)),
  { kind: "cashier_changed", terminalId: terminal.id, person: null }
]

/** Steps by which the terminal loses its till. Its user is signed out. */
export const detach = (terminal: OccupiedTerminal, actingUserId: bigint | null): ReadonlyArray<TillChange> => [
  ...signOut(terminal, actingUserId),
  ...(terminal.till === null
    ? []
    : [{ kind: "terminal_attached", tillId: terminal.till.id, terminalId: null } as const])
]

/**
 * Steps by which a till without terminal gets one without till. The user at the terminal is signed out, so that they sign
 * in again with their register.
 */
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
