// Wristbands, their chips, and the accounts that they open.
export * as Account from "../tag/Account.ts"
export * as TicketVoucher from "../tag/TicketVoucher.ts"
export * as TicketVouchers from "../tag/TicketVouchers.ts"
export * as UserTag from "../tag/UserTag.ts"
export * as UserTags from "../tag/UserTags.ts"
export * as UserTagSecret from "../tag/UserTagSecret.ts"
export * as UserTagSecrets from "../tag/UserTagSecrets.ts"
