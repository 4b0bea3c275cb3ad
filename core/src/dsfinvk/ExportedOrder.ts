import type { DateTime } from "effect"
import type { ProductType } from "../catalogue/Product.ts"
import type { Cents } from "../ledger/Money.ts"
import type { OrderType, PaymentMethod } from "../order/Order.ts"
import type { TaxType } from "../primitives/TaxType.ts"

/** All orders of a till with one number. */
export interface Closing {
  readonly tillId: bigint
  readonly zNr: number
  /** When the number rose; of one that is open, when its last order was booked. */
  readonly closedAt: DateTime.Utc
  readonly open: boolean
}

/** A line of an order. */
export interface ExportedLine {
  /** From 0 within its order. */
  readonly itemId: number
  /** Never 0; negative for what is taken back. */
  readonly quantity: number
  readonly productId: bigint
  readonly productName: string
  readonly productType: ProductType
  readonly isReturnable: boolean
  /** Gross price of one piece, gross price of the line, and the tax in it, in cents. */
  readonly price: Cents
  readonly total: Cents
  readonly tax: Cents
  /** Null: nobody said what the rate is to the tax office. */
  readonly taxType: TaxType | null
  /** In ten-thousandths. */
  readonly taxRate: number
  /** The key of type and rate (UST_SCHLUESSEL). */
  readonly taxKey: number
}

/** What became of the signature of an order; `open` waits for it. */
export type ExportedSignature =
  | {
    readonly status: "done"
    readonly tseId: bigint
    readonly transactionNumber: bigint
    readonly startedAt: DateTime.Utc
    readonly finishedAt: DateTime.Utc
    readonly processType: string
    readonly processData: string
    readonly counter: bigint
    readonly signature: Uint8Array
  }
  | {
    readonly status: "failure"
    /** What the device may have kept of it, as far as that is known. */
    readonly tseId: bigint | null
    readonly transactionNumber: bigint | null
    readonly message: string
  }
  | { readonly status: "open" }

/** An order with all that the export says of it. */
export interface ExportedOrder {
  readonly id: bigint
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  /** When its card payment was begun; of all others, when it was booked, as tills report nothing before. */
  readonly startedAt: DateTime.Utc
  readonly bookedAt: DateTime.Utc
  readonly cashierId: bigint | null
  readonly customerAccountId: bigint | null
  readonly cashRegisterId: bigint | null
  /** The order that it cancels, and the closing of that. */
  readonly cancels: { readonly id: bigint; readonly tillId: bigint; readonly zNr: number } | null
  /** How many lines it was booked with. */
  readonly itemCount: number
  /** By item. */
  readonly lines: ReadonlyArray<ExportedLine>
  /** Null: the event does not sign. */
  readonly signature: ExportedSignature | null
  /** Numbers of transactions that were begun for it and given up; they explain gaps in a device's numbers. */
  readonly abandoned: ReadonlyArray<{ readonly tseId: bigint; readonly transactionNumber: bigint }>
}

/** A device as the closings that it signed describe it. */
export interface ExportedTse {
  readonly id: bigint
  readonly serial: string
  readonly algorithm: string
  readonly timeFormat: string
  readonly processDataEncoding: string
  /** Base64 of the uncompressed point. */
  readonly publicKey: string
  /** Base64, however long. */
  readonly certificate: string
}

/** Who owes the tax. */
export interface Business {
  readonly name: string
  readonly street: string
  readonly zip: string
  readonly city: string
  /** ISO 3166 alpha-3. */
  readonly country: string
  readonly taxNumber: string
  readonly vatId: string
}

/** What makes and models are called that nobody described. */
export const ownWords = "Wristbank"

/** A till and its terminals as the export describes them. */
export interface ExportedTill {
  readonly id: bigint
  readonly brand: string
  readonly model: string
  readonly softwareBrand: string
  readonly terminalIds: ReadonlyArray<bigint>
}
