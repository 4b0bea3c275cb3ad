/** Prefixes of the APIs on the common port. */
export const prefixes = {
  administration: "/api/administration",
  terminal: "/api/terminal",
  customer: "/api/customer"
} as const
