import * as Money from "@wristbank/core/base/Money"
import { nullOr } from "@wristbank/core/base/OptionalField"
import { Schema } from "effect"

/** The statuses that SumUp has for a payment. */
export const TransactionStatus = Schema.Literals(["SUCCESSFUL", "FAILED", "CANCELLED", "REFUNDED", "PENDING"])

/** A payment as the fake reports it, with an amount in cents. Absent fields are as requested. */
export const FakePayment = Schema.Struct({
  amount: Money.Cents,
  currency: Schema.optionalKey(Schema.String),
  status: Schema.optionalKey(TransactionStatus),
  merchant_code: Schema.optionalKey(nullOr(Schema.String)),
  /** The tip in the amount, and what went back of it, both in cents. */
  tip_amount: Schema.optionalKey(Money.Cents),
  refunded_amount: Schema.optionalKey(Money.Cents)
})
export type FakePayment = typeof FakePayment.Type

/** How one request is answered. */
export type FakeAnswer =
  | { readonly kind: "payment"; readonly payment: FakePayment }
  | { readonly kind: "absent" }
  /** To a token request: access for this many seconds; `rotated` adds a new refresh token. */
  | { readonly kind: "access"; readonly expiresInSeconds: number; readonly rotated: boolean }
  | { readonly kind: "text"; readonly status: number; readonly body: string }
  /** An answer that waits until the test releases it, possibly for ever. */
  | { readonly kind: "late"; readonly answer: FakeAnswer }

/** Unusual fields of a payment. */
type Differences = Omit<FakePayment, "amount" | "status">

const payment =
  (status: typeof TransactionStatus.Type) => (amount: Money.Cents, more: Differences = {}): FakeAnswer => ({
    kind: "payment",
    payment: { ...more, amount, status }
  })

/** Amounts are in cents. */
export const paid = payment("SUCCESSFUL")
export const failed = payment("FAILED")
export const cancelled = payment("CANCELLED")
export const refunded = payment("REFUNDED")
export const pending = payment("PENDING")

export const absent: FakeAnswer = { kind: "absent" }

export const access = (expiresInSeconds: number): FakeAnswer => ({ kind: "access", expiresInSeconds, rotated: false })

/** As `access`, and from then on only the new refresh token is valid. */
export const rotated = (expiresInSeconds: number): FakeAnswer => ({ kind: "access", expiresInSeconds, rotated: true })

export const unauthorized: FakeAnswer = {
  kind: "text",
  status: 401,
  body: `{"error_code":"UNAUTHORIZED","message":"Unauthorized"}`
}

export const broken: FakeAnswer = { kind: "text", status: 503, body: "<h1>Service Unavailable</h1>" }

export const text = (status: number, body: string): FakeAnswer => ({ kind: "text", status, body })

export const late = (answer: FakeAnswer): FakeAnswer => ({ kind: "late", answer })

export const never = late(absent)
