import Contents from "@theme-original/TOC"
import type { Props } from "@theme/TOC"
import { type ReactElement, useEffect, useRef } from "react"

/** Scrolls the contents, not the page, to the entry of what is being read: pages of the APIs have more entries than a screen is high. */
const showActive = (contents: HTMLElement) => {
  const active = contents.querySelector(".table-of-contents__link--active")
  const box = active?.closest(".thin-scrollbar")
  if (!active || !box) return
  const [inner, outer] = [active.getBoundingClientRect(), box.getBoundingClientRect()]
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + outer.height / 3
  if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + outer.height / 3
}

/** The contents of the page, as a part that a screen reader can go to. It is as high as the page, so that they stay in view. */
export default (props: Props): ReactElement => {
  const contents = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = contents
    if (current === null) return
    showActive(current)
    const observer = new MutationObserver(() => showActive(current))
    observer.observe(current, { subtree: true, attributes: true, attributeFilter: ["class"] })
    return () => observer.disconnect()
  }, [])
  return (
    <nav aria-label="On this page" className="contents" ref={contents}>
      <Contents {...props} />
    </nav>
  )
}
