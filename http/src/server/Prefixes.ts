/** Prefixes of the APIs on the common port. */
export const prefixes = {
  administration: "/api/administration",
  terminal: "/api/terminal",
  customer: "/api/customer"
} as const

/** The identifier of one of our APIs. */
export type ApiName = keyof typeof prefixes

export const isApiName = (name: string): name is ApiName => Object.hasOwn(prefixes, name)
