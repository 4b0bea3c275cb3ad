import Link from "@docusaurus/Link"
import Layout from "@theme/Layout"
import type { ReactElement } from "react"

export default (): ReactElement => (
  <Layout description="Cashless payments for festivals: tills, a portal for guests, a back office and books that add up. Open source.">
    <main className="container margin-vert--lg">
      <h1>Cashless payments for festivals</h1>
      <Link to="/docs/intro">What Wristbank is</Link>
    </main>
  </Layout>
)
