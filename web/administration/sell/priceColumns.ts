import type { SellTexts } from "./english.ts"

/** The column of what a product costs in vouchers. */
export const voucherColumn = (say: SellTexts) =>
  ({
    key: "vouchers",
    title: say.voucherPrice,
    kind: "count",
    of: ({ price_in_vouchers }: { readonly price_in_vouchers: number | null }) => price_in_vouchers,
    isMinor: true
  }) as const

/** The column of the tax in a price. */
export const taxColumn = (say: SellTexts) =>
  ({
    key: "tax",
    title: say.tax,
    of: ({ tax_name }: { readonly tax_name: string }) => tax_name,
    isMinor: true
  }) as const
