import type { DateTime } from "effect"
import type { Cents } from "../base/Money.ts"
import type { TaxType } from "../base/TaxType.ts"
import type { ProductType } from "../event/Product.ts"
import type { OrderType, PaymentMethod } from "../journal/Order.ts"

/** All orders of a till with one closing number. */
export interface Closing {
  readonly tillId: bigint
  readonly zNr: number
  /** End of the closing; for an open one, the time of its last order. */
  readonly closedAt: DateTime.Utc
  readonly open: boolean
}

/** A line of an order. */
export interface ExportedLine {
  /** From 0 within its order. */
  readonly itemId: number
  /** Never 0; negative for returned goods. */
  readonly quantity: number
  readonly productId: bigint
  readonly productName: string
  readonly productType: ProductType
  readonly isReturnable: boolean
  /** Gross price of one piece, gross price of the line, and the tax in it, in cents. */
  readonly price: Cents
  /** The product's own price of one piece where a price list decided another; null elsewhere. */
  readonly listPrice: Cents | null
  readonly total: Cents
  readonly tax: Cents
  /** Null if the rate has no tax type. */
  readonly taxType: TaxType | null
  /** In ten-thousandths. */
  readonly taxRate: number
  /** The key of type and rate (UST_SCHLUESSEL). */
  readonly taxKey: number
}

/** The outcome of an order's signature; `open` if it still waits. */
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
    /** Device and transaction number, as far as they are known. */
    readonly tseId: bigint | null
    readonly transactionNumber: bigint | null
    readonly message: string
  }
  | { readonly status: "open" }

/** An order with all data of the export. */
export interface ExportedOrder {
  readonly id: bigint
  readonly orderType: OrderType
  readonly paymentMethod: PaymentMethod
  /** The start of its card payment; for all other orders the time of booking, as tills report nothing earlier. */
  readonly startedAt: DateTime.Utc
  readonly bookedAt: DateTime.Utc
  readonly cashierId: bigint | null
  readonly customerAccountId: bigint | null
  readonly cashRegisterId: bigint | null
  /** The order that it cancels, and the closing of that. */
  readonly cancels: { readonly id: bigint; readonly tillId: bigint; readonly zNr: number } | null
  /** Number of lines with which it was booked. */
  readonly itemCount: number
  /** By item. */
  readonly lines: ReadonlyArray<ExportedLine>
  /** Null if the event does not sign. */
  readonly signature: ExportedSignature | null
  /** Numbers of transactions that were begun for it and aborted; they explain gaps in a device's numbers. */
  readonly abandoned: ReadonlyArray<{ readonly tseId: bigint; readonly transactionNumber: bigint }>
}

/** A device as the closings it signed describe it. */
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

/** The business that owes the tax. */
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

/** Brand and model of devices without a description. */
export const ownWords = "Wristbank"

/** A till and its terminals as the export describes them. */
export interface ExportedTill {
  readonly id: bigint
  readonly brand: string
  readonly model: string
  readonly softwareBrand: string
  readonly terminalIds: ReadonlyArray<bigint>
}
