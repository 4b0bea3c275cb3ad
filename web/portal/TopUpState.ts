import type { OpenTopUp } from "./Guest.tsx"

export type CheckoutStatus = "PENDING" | "FAILED" | "PAID"

/**
 * What a guest sees of a top-up. `paying`: it can be paid; with `declined` after a try that failed. `preparing`: the provider has
 * not made its checkout yet. `failed`: it can't be paid any more.
 */
export type TopUpState =
  | { readonly kind: "loading" | "paid" | "failed" | "preparing" }
  | { readonly kind: "paying"; readonly topUp: OpenTopUp; readonly checkoutId: string; readonly declined: boolean }

/** Judges by the guest's open top-ups and by the provider's last answer; either is `undefined` until it is known. */
export const topUpState = (
  uuid: string,
  open: ReadonlyArray<OpenTopUp> | undefined,
  status: CheckoutStatus | undefined
): TopUpState => {
  if (status === "PAID") return { kind: "paid" }
  const topUp = open?.find(({ order_uuid }) => order_uuid === uuid)
  if (open === undefined || (topUp === undefined && status === undefined)) return { kind: "loading" }
  if (topUp === undefined) return { kind: status === "FAILED" ? "failed" : "loading" }
  return topUp.checkout_id === null
    ? { kind: "preparing" }
    : { kind: "paying", topUp, checkoutId: topUp.checkout_id, declined: status === "FAILED" }
}

/** Pause before the next question, in milliseconds: every 3 s in the first two minutes, then less and less often. */
export const pauseBefore = (asked: number): number => Math.min(30_000, asked < 40 ? 3_000 : 3_000 * 1.3 ** (asked - 40))
