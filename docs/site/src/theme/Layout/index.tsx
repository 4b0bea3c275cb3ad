import { useLocation } from "@docusaurus/router"
import Layout from "@theme-original/Layout"
import type { Props } from "@theme/Layout"
import type { ReactElement } from "react"

/** The layout of the theme. The page of search results has no main part, so a screen reader could not go to it. */
export default ({ children, ...props }: Props): ReactElement => {
  const { pathname } = useLocation()
  return <Layout {...props}>{pathname === "/search" ? <main>{children}</main> : children}</Layout>
}
