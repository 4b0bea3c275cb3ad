/** What the server behind an address says of the portal there, as a page of another address may read it. */
export type SaidOfPortal =
  | { readonly kind: "event"; readonly id: number; readonly name: string }
  /** It answers as a portal's server does, but has no event at this address. */
  | { readonly kind: "noEvent" }
  /** Nothing that may be read. */
  | { readonly kind: "unreadable" }

/** What a browser sees of an address where a portal should be. */
export interface SeenAt {
  readonly said: SaidOfPortal
  /** Whether the portal itself is at this address, and not only its server. */
  readonly isPage: boolean
  /** Whether anything at all answers. A browser tells that of any site, and nothing more. */
  readonly answers: boolean
}

/** What came of trying the address of an event's portal. */
export type PortalTrial =
  | { readonly outcome: "portal" | "noEvent" | "noPage" | "otherSite" | "silent" }
  | { readonly outcome: "otherEvent"; readonly name: string }
  /** Browsers let a page by HTTPS call no address without it. */
  | { readonly outcome: "insecure" }
  | { readonly outcome: "offline" }
  /** This browser does not do what a trial needs. */
  | { readonly outcome: "unable" }

/** The event whose portal should be at the address. */
export interface ExpectedEvent {
  readonly id: number
  readonly name: string
}

/** How long an address is tried, in milliseconds: a server learns of a new one within a second. */
export const trialMillis = 2_000

/** The address as the portal itself names it when a guest opens it. */
export const openedAddress = (url: string): string => {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, "")}`
}

/** Why this browser can't try an address; `undefined` if it can. */
export const untried = (
  url: string,
  { isOnline, isSecure }: { readonly isSecure: boolean; readonly isOnline: boolean }
): PortalTrial | undefined => {
  const { hostname, protocol } = new URL(url)
  // Addresses of the device itself count as secure (W3C Secure Contexts, section 3.1).
  const isOwn = hostname === "localhost" || hostname.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(hostname)
  if (isSecure && protocol === "http:" && !isOwn) return { outcome: "insecure" }
  return isOnline || isOwn ? undefined : { outcome: "offline" }
}

/** What is known of an address after a browser has looked at it. */
export const trialOf = ({ answers, isPage, said }: SeenAt, expected: ExpectedEvent): PortalTrial => {
  switch (said.kind) {
    case "unreadable":
      return { outcome: answers ? "otherSite" : "silent" }
    case "noEvent":
      return { outcome: "noEvent" }
    case "event":
      if (said.id !== expected.id || said.name !== expected.name) return { outcome: "otherEvent", name: said.name }
      return { outcome: isPage ? "portal" : "noPage" }
  }
}
