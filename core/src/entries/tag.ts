// Wristbands, their chips, and the accounts that they open.
export * as Account from "../wristband/Account.ts"
export * as TicketVoucher from "../wristband/TicketVoucher.ts"
export * as TicketVouchers from "../wristband/TicketVouchers.ts"
export * as UserTag from "../wristband/UserTag.ts"
export * as UserTags from "../wristband/UserTags.ts"
export * as UserTagSecret from "../wristband/UserTagSecret.ts"
export * as UserTagSecrets from "../wristband/UserTagSecrets.ts"
