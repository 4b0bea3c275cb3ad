/** One press of a button; a negative quantity takes back. */
export interface Press {
  readonly button: string
  readonly quantity: number
}

/** How a guest pays money in. */
export type PaidBy = "card" | "cash"

interface AtTill {
  /** The till's place in the list of tills. */
  readonly till: number
}

/** What the card provider and the signing device do beside the guests. */
export type FaultKind = "deviceRecovers" | "deviceStops" | "providerLags" | "providerRecovers"

interface Happened {
  /** The steps count from 0. */
  readonly n: number
  /** Milliseconds since midnight of the first day, in UTC. */
  readonly at: number
}

/** Guests, cashiers and tills by their numbers, which count from 0; amounts in cents. */
export type StepContent =
  | AtTill & { readonly kind: "shiftStart"; readonly cashier: number }
  /** `difference` is what is counted above the expected cash; null where there is no register. */
  | AtTill & { readonly kind: "shiftEnd"; readonly cashier: number; readonly difference: bigint | null }
  /** Guests who come together; `presale` when all of them show tickets of the shop. */
  | AtTill & {
    readonly kind: "entry"
    readonly guests: ReadonlyArray<number>
    readonly presale: boolean
    readonly paidBy: PaidBy
  }
  | AtTill & { readonly kind: "topUp"; readonly guest: number; readonly amount: bigint; readonly paidBy: PaidBy }
  /** `pressedAt` is the moment of the first press, in milliseconds of the festival, and `price` what the guest was shown then. */
  | AtTill & {
    readonly kind: "sale"
    readonly guest: number
    readonly presses: ReadonlyArray<Press>
    readonly pressedAt: number
    readonly price: bigint
  }
  | AtTill & { readonly kind: "cupReturn"; readonly guest: number; readonly cups: number }
  /** Takes back the sale of an earlier step. */
  | AtTill & { readonly kind: "cancel"; readonly guest: number; readonly sale: number }
  /** Pays the whole balance out. */
  | AtTill & { readonly kind: "payOut"; readonly guest: number; readonly amount: bigint }
  /** A guest who lost their wristband gets the spare one of this number. */
  | AtTill & { readonly kind: "lostTag"; readonly guest: number; readonly spare: number }
  | { readonly kind: FaultKind }

/** What happens at a festival at one moment. */
export type Step = Happened & StepContent

export type StepKind = Step["kind"]

/** All kinds of steps. */
export const stepKinds = [
  "shiftStart",
  "shiftEnd",
  "entry",
  "topUp",
  "sale",
  "cupReturn",
  "cancel",
  "payOut",
  "lostTag",
  "providerLags",
  "providerRecovers",
  "deviceStops",
  "deviceRecovers"
] as const satisfies ReadonlyArray<StepKind>

/** A step that a till books. */
export type BookingStep = Extract<
  Step,
  { readonly kind: "cancel" | "cupReturn" | "entry" | "payOut" | "sale" | "topUp" }
>

const bookingKinds: ReadonlyArray<StepKind> = ["sale", "cupReturn", "cancel", "entry", "topUp", "payOut"]

/** Whether a till books the step. */
export const isBooking = (step: Step): step is BookingStep => bookingKinds.includes(step.kind)
