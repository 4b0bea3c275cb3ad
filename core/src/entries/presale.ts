// Tickets sold by a shop: what an order means, and its import.
export * as ExternalTicket from "../presale/ExternalTicket.ts"
export * as PresaleCase from "../presale/PresaleCase.ts"
export * as PresaleImports from "../presale/PresaleImports.ts"
export * as PresaleTicket from "../presale/PresaleTicket.ts"
export * as ShopOrder from "../presale/ShopOrder.ts"
