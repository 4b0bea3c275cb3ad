import Contents from "@theme-original/TOC"
import type { Props } from "@theme/TOC"
import type { ReactElement } from "react"

/** The contents of the page, as a part that a screen reader can go to. */
export default (props: Props): ReactElement => (
  <nav aria-label="On this page">
    <Contents {...props} />
  </nav>
)
