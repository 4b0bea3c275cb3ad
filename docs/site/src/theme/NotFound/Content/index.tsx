import Link from "@docusaurus/Link"
import Heading from "@theme/Heading"
import type { ReactElement } from "react"

/** What is shown at an address without a page: where its reader may go on. */
export default (): ReactElement => (
  <main className="container margin-vert--xl">
    <Heading as="h1">Page Not Found</Heading>
    <p>There is no page at this address. The link that led here is wrong, or the page has another name by now.</p>
    <ul>
      <li>
        <Link to="/docs/intro">What Wristbank is, and which page is for whom</Link>
      </li>
      <li>
        <Link to="/search">Search all pages</Link>
      </li>
    </ul>
  </main>
)
