import * as Money from "../base/Money.ts"
import { type BusinessCase, businessCaseOf, type PaymentType, paymentTypeOf } from "./BusinessCase.ts"
import type { ExportedOrder } from "./ExportedOrder.ts"
import type { FiscalSettings } from "./FiscalSettings.ts"

/** Lines of one kind at one key of tax, in cents. */
export interface CaseSum {
  readonly businessCase: BusinessCase
  readonly taxKey: number
  gross: Money.Cents
  tax: Money.Cents
}

/** Payments of one kind, in cents. */
export interface PaymentSum {
  readonly type: PaymentType
  readonly name: string
  amount: Money.Cents
}

/** A rate that a closing used, in ten-thousandths. */
export interface UsedRate {
  readonly taxKey: number
  readonly rate: number
}

/** The sums of a closing's receipts. Receipts are added one by one, so that none is kept in memory. */
export class ClosingSums {
  private readonly cases = new Map<string, CaseSum>()
  private readonly payments = new Map<string, PaymentSum>()
  private readonly usedRates = new Map<string, UsedRate>()
  private readonly usedTses = new Set<bigint>()
  private first: bigint | null = null
  private last: bigint | null = null
  private readonly settings: Pick<FiscalSettings, "tag_payments" | "payment_types">

  constructor(settings: Pick<FiscalSettings, "tag_payments" | "payment_types">) {
    this.settings = settings
  }

  /** Adds a receipt; ids must ascend. */
  add(order: ExportedOrder): void {
    this.first ??= order.id
    this.last = order.id
    for (const line of order.lines) {
      const businessCase = businessCaseOf(line, order, this.settings.tag_payments)
      const { taxKey } = line
      const sum = entry(this.cases, `${businessCase} ${taxKey}`, () => ({
        businessCase,
        taxKey,
        gross: Money.zero,
        tax: Money.zero
      }))
      sum.gross = Money.add(sum.gross, line.total)
      sum.tax = Money.add(sum.tax, line.tax)
      entry(this.usedRates, `${taxKey} ${line.taxRate}`, () => ({ taxKey, rate: line.taxRate }))
    }
    const total = Money.sum(order.lines.map((line) => line.total))
    const type = paymentTypeOf(order.paymentMethod, total, this.settings.payment_types)
    const payment = entry(this.payments, `${type} ${order.paymentMethod}`, () => ({
      type,
      name: order.paymentMethod,
      amount: Money.zero
    }))
    payment.amount = Money.add(payment.amount, total)
    for (const { tseId } of order.abandoned) this.usedTses.add(tseId)
    const signature = order.signature
    if (signature !== null && "tseId" in signature && signature.tseId !== null) this.usedTses.add(signature.tseId)
  }

  /** The first and last receipt; null if there is none. */
  get receipts(): { readonly first: bigint; readonly last: bigint } | null {
    return this.first === null || this.last === null ? null : { first: this.first, last: this.last }
  }

  /** Categories by name and key, including those with a sum of 0, as they have lines. */
  get businessCases(): ReadonlyArray<CaseSum> {
    return Array.from(this.cases.values())
      .toSorted((a, b) => compare(a.businessCase, b.businessCase) || a.taxKey - b.taxKey)
  }

  /** Payments by kind and name. */
  get paymentSums(): ReadonlyArray<PaymentSum> {
    return Array.from(this.payments.values()).toSorted((a, b) => compare(a.type, b.type) || compare(a.name, b.name))
  }

  /** By key, then rate. */
  get rates(): ReadonlyArray<UsedRate> {
    return Array.from(this.usedRates.values()).toSorted((a, b) => a.taxKey - b.taxKey || a.rate - b.rate)
  }

  /** Devices that its receipts name, ascending. */
  get tseIds(): ReadonlyArray<bigint> {
    return Array.from(this.usedTses).toSorted((a, b) => (a < b ? -1 : 1))
  }

  get paid(): Money.Cents {
    return Money.sum(this.paymentSums.map(({ amount }) => amount))
  }

  get paidInCash(): Money.Cents {
    return Money.sum(this.paymentSums.filter(({ type }) => type === "Bar").map(({ amount }) => amount))
  }
}

const entry = <A>(map: Map<string, A>, key: string, make: () => A): A => {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

/** Independent of the machine's language. */
const compare = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0
