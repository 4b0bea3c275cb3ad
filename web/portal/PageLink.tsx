import type { ReactNode } from "react"
import { Link, useLocation } from "wouter"
import { base } from "./event.ts"

interface PageLinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
  readonly "data-kind"?: string
  readonly "aria-label"?: string
}

/** Whether a page may load the card provider's form, which the policy of all other pages forbids. */
const isTopUp = (path: string) => path === "/top-up" || path.startsWith("/top-up/")

/** A link to a page of the portal. To and from the top-up the browser loads the page, as it keeps the policy of the one it loaded. */
export const PageLink = ({ to, ...rest }: PageLinkProps) => {
  const [here] = useLocation()
  return isTopUp(to) === isTopUp(here) ? <Link to={to} {...rest} /> : <a href={`${base}${to}`} {...rest} />
}
