import environment from "@docusaurus/ExecutionEnvironment"
import { useHistory } from "@docusaurus/router"
import useBrokenLinks from "@docusaurus/useBrokenLinks"
import type { MouseEvent } from "react"

/** The link to a page of the site that an event is about; undefined for parts of the same page, and for links that open beside it. */
const linkOf = ({ target }: MouseEvent): HTMLAnchorElement | undefined => {
  const link = target instanceof Element ? target.closest("a") : null
  const isPage = link?.getAttribute("href")?.startsWith("/") === true && link.target === ""
  return isPage ? link : undefined
}

const isPlain = ({ altKey, button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey

/** Parts of a page that are HTML since the site was built. Its links lead on without loading the site anew, as those of the theme do. */
export const StaticHtml = ({ html }: { readonly html: string }) => {
  const history = useHistory()
  const { collectLink } = useBrokenLinks()
  if (!environment.canUseDOM) {
    for (const [, link] of html.matchAll(/<a [^>]*?href="([/#][^"]*)"/g)) collectLink(link!.replaceAll("&#x26;", "&"))
  }
  return (
    <div
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={(event) => {
        const link = isPlain(event) ? linkOf(event) : undefined
        if (link === undefined) return
        event.preventDefault()
        history.push(`${link.pathname}${link.search}${link.hash}`)
      }}
      onMouseOver={(event) => {
        const link = linkOf(event)
        if (link !== undefined) window.docusaurus.preload(link.pathname)
      }}
    />
  )
}
