import * as Money from "@wristbank/core/base/Money"
import { DateTime } from "effect"
import { randomUUID } from "node:crypto"
import type { FakeAnswer } from "./FakeAnswer.ts"

/** An attempt to pay, or money that went back; amounts in cents. */
export interface FakeMovement {
  readonly id: string
  readonly transaction_code: string
  readonly foreign_transaction_id: string | null
  readonly amount: Money.Cents
  readonly currency: string
  status: "SUCCESSFUL" | "FAILED" | "CANCELLED" | "REFUNDED" | "PENDING"
  readonly type: "PAYMENT" | "REFUND" | "CHARGE_BACK"
  readonly timestamp: DateTime.Utc
  refunded_amount: Money.Cents
  /** The part of a payment that the guest added at the card reader; the look-up shows it, the history does not. */
  readonly tip_amount?: Money.Cents
  readonly merchant_code: string
  readonly payment_type: "ECOM" | "POS"
}

/** A checkout as the fake keeps it; the amount in cents. */
export interface FakeCheckout {
  readonly id: string
  readonly checkout_reference: string
  readonly amount: Money.Cents
  readonly currency: string
  merchant_code: string
  readonly description: string
  readonly date: DateTime.Utc
  readonly valid_until: DateTime.Utc | null
  status: "PENDING" | "FAILED" | "PAID" | "EXPIRED"
  readonly transactions: Array<FakeMovement>
}

export type NewFakeCheckout = Pick<
  FakeCheckout,
  "amount" | "checkout_reference" | "currency" | "description" | "merchant_code" | "valid_until"
>

/** The calls about checkouts and the history, as faults name them. */
export type ShopCall = "create" | "deactivate" | "find" | "history" | "list" | "lookup" | "read"

/** A fault of one call: it gets this answer, and takes effect only if `done`. */
export interface Fault {
  readonly answer: FakeAnswer
  readonly done: boolean
}

/** How a guest pays; absent fields are as in the checkout. */
export interface FakePaying {
  readonly status?: "SUCCESSFUL" | "FAILED"
  readonly amount?: Money.Cents
  readonly currency?: string
  readonly merchant_code?: string
}

/** The fake's payments on the web and movements of money. */
export class FakeShop {
  private made = new Map<string, FakeCheckout>()
  private waiting = new Map<string, { reads: number; readonly happens: (checkout: FakeCheckout) => void }>()
  private faults = new Map<ShopCall, Array<Fault>>()
  /** All movements, oldest first. */
  movements: Array<FakeMovement> = []
  /** Rows of other systems in lists, in any form. */
  foreign: { checkouts: Array<unknown>; transactions: Array<unknown> } = { checkouts: [], transactions: [] }

  get checkouts(): ReadonlyArray<FakeCheckout> {
    return [...this.made.values()]
  }

  /** The checkout with this id or reference; `undefined` when there is none. */
  find(key: string): FakeCheckout | undefined {
    return this.made.get(key) ?? this.checkouts.find(({ checkout_reference }) => checkout_reference === key)
  }

  /** `undefined` when the reference is taken. */
  create(wanted: NewFakeCheckout, now: DateTime.Utc): FakeCheckout | undefined {
    if (this.find(wanted.checkout_reference) !== undefined) return undefined
    const checkout: FakeCheckout = { ...wanted, id: randomUUID(), date: now, status: "PENDING", transactions: [] }
    this.made.set(checkout.id, checkout)
    return checkout
  }

  /** The checkout as a read returns it. Reads let its time pass and trigger the events set with `after`. */
  read(key: string, now: DateTime.Utc): FakeCheckout | undefined {
    const checkout = this.find(key)
    if (checkout === undefined) return undefined
    const next = this.waiting.get(checkout.checkout_reference)
    if (next !== undefined && next.reads-- <= 0) {
      this.waiting.delete(checkout.checkout_reference)
      next.happens(checkout)
    }
    if (isOpen(checkout) && checkout.valid_until !== null && DateTime.isLessThan(checkout.valid_until, now)) {
      checkout.status = "EXPIRED"
    }
    return checkout
  }

  /** Lets something happen to a checkout after this many reads; its reference need not exist yet. */
  after(reference: string, reads: number, happens: (checkout: FakeCheckout) => void): void {
    this.waiting.set(reference, { reads, happens })
  }

  /** Pays a checkout, named by id or reference, or fails to; `undefined` when it can't be paid. */
  pay(key: string, how: FakePaying, now: DateTime.Utc): FakeMovement | undefined {
    const checkout = this.find(key)
    if (checkout === undefined || !isOpen(checkout)) return undefined
    const { status = "SUCCESSFUL", ...differences } = how
    const movement = this.record({
      amount: checkout.amount,
      currency: checkout.currency,
      merchant_code: checkout.merchant_code,
      foreign_transaction_id: checkout.checkout_reference,
      status,
      type: "PAYMENT",
      payment_type: "ECOM",
      timestamp: now,
      ...differences
    })
    checkout.transactions.push(movement)
    checkout.merchant_code = movement.merchant_code
    checkout.status = status === "SUCCESSFUL" ? "PAID" : "FAILED"
    return movement
  }

  /** Makes a checkout unpayable and returns whether it was payable before; `undefined` when there is none. */
  deactivate(key: string): boolean | undefined {
    const checkout = this.find(key)
    if (checkout === undefined) return undefined
    if (!isOpen(checkout)) return false
    checkout.status = "EXPIRED"
    return true
  }

  /** Returns money of a payment, named by its reference: by default all of it. */
  giveBack(
    reference: string,
    type: "CHARGE_BACK" | "REFUND",
    now: DateTime.Utc,
    amount?: Money.Cents
  ): FakeMovement | undefined {
    const payment = this.movements.find((made) =>
      made.foreign_transaction_id === reference && made.type === "PAYMENT" && made.status !== "FAILED"
    )
    if (payment === undefined) return undefined
    const back = amount ?? payment.amount
    payment.refunded_amount = Money.add(payment.refunded_amount, back)
    if (type === "REFUND") payment.status = "REFUNDED"
    const { currency, merchant_code, payment_type, transaction_code } = payment
    return this.record({
      amount: back,
      currency,
      merchant_code,
      payment_type,
      transaction_code,
      foreign_transaction_id: null,
      status: "SUCCESSFUL",
      type,
      timestamp: now
    })
  }

  /** Puts a movement into the history. */
  record(
    movement: Omit<FakeMovement, "id" | "refunded_amount" | "transaction_code"> & { readonly transaction_code?: string }
  ): FakeMovement {
    const id = randomUUID()
    const made: FakeMovement = {
      transaction_code: `T${id.slice(0, 8).toUpperCase()}`,
      ...movement,
      id,
      refunded_amount: Money.zero
    }
    this.movements.push(made)
    return made
  }

  /** Lets the next calls of a kind fail, one after the other. */
  fail(call: ShopCall, ...faults: ReadonlyArray<Fault>): void {
    this.faults.set(call, [...(this.faults.get(call) ?? []), ...faults])
  }

  /** The fault of a call that comes now. */
  nextFault(call: ShopCall): Fault | undefined {
    return this.faults.get(call)?.shift()
  }

  /** Resets everything. */
  reset(): void {
    this.made = new Map()
    this.waiting = new Map()
    this.faults = new Map()
    this.movements = []
    this.foreign = { checkouts: [], transactions: [] }
  }
}

const isOpen = ({ status }: FakeCheckout): boolean => status === "PENDING" || status === "FAILED"
