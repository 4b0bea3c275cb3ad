import Admonition from "@theme/Admonition"
import Heading from "@theme/Heading"
import A from "@theme/MDXComponents/A"
import Details from "@theme/MDXComponents/Details"
import Img from "@theme/MDXComponents/Img"
import Li from "@theme/MDXComponents/Li"
import Ul from "@theme/MDXComponents/Ul"
import type { ComponentProps } from "react"
import { StaticHtml } from "../../StaticHtml"

const heading = (as: ComponentProps<typeof Heading>["as"]) => (props: Omit<ComponentProps<typeof Heading>, "as">) => (
  <Heading as={as} {...props} />
)

/** What renders the parts of a page. Blocks of code are not among them: they are HTML when the site is built. */
export default {
  a: A,
  admonition: Admonition,
  details: Details,
  h1: heading("h1"),
  h2: heading("h2"),
  h3: heading("h3"),
  h4: heading("h4"),
  h5: heading("h5"),
  h6: heading("h6"),
  img: Img,
  li: Li,
  StaticHtml,
  ul: Ul
}
