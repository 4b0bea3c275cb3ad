import Link from "@docusaurus/Link"
import Heading from "@theme/Heading"
import Layout from "@theme/Layout"
import type { ReactElement } from "react"
import { Picture, type Pictured } from "../Picture"
import styles from "./index.module.css"

const pictures: ReadonlyArray<Pictured> = [
  {
    light: require("../../../pictures/till-sale-light.png").default,
    dark: require("../../../pictures/till-sale-dark.png").default,
    width: 540,
    height: 1140,
    alt:
      "A till on a phone: two beers in the basket, 13 euros with the deposit, and the request to hold the wristband to the reader",
    title: "At the till",
    text: "Two beers. The guest holds the wristband to the reader, and it is booked."
  },
  {
    light: require("../../../pictures/portal-history-light.png").default,
    dark: require("../../../pictures/portal-history-dark.png").default,
    width: 540,
    height: 1140,
    alt: "A guest's phone: a balance of 46 euros, the buttons Top up and Money back, and what was bought",
    title: "On the guest's phone",
    text: "Balance, receipts, top-up, and money back after the event. There is no app to install."
  },
  {
    light: require("../../../pictures/takings-light.png").default,
    dark: require("../../../pictures/takings-dark.png").default,
    width: 1200,
    height: 750,
    alt: "The back office: what was taken, and a chart of it by hour",
    title: "In the office",
    text: "What was taken, by hour, till and product, while the night goes on. What needs attention stands above it."
  }
]

interface Reason {
  readonly title: string
  readonly text: string
  readonly to: string
  readonly more: string
}

const reasons: ReadonlyArray<Reason> = [
  {
    title: "The books are double entry",
    text:
      "What leaves one account arrives on another. One command recomputes every balance and names what does not add up.",
    to: "/docs/ARCHITECTURE",
    more: "How the program is laid out"
  },
  {
    title: "Two bars can't spend the same money",
    text:
      "The database compares the balance in the moment of the booking, also when two sales of one wristband arrive at once.",
    to: "/blog/one-balance-two-bars",
    more: "One balance, two bars"
  },
  {
    title: "Nothing is booked twice",
    text: "A terminal that lost the answer sends the same sale again, and gets the answer of the first.",
    to: "/docs/reference/order-of-checks",
    more: "How a booking is checked"
  },
  {
    title: "A crash loses no sale",
    text: "Tests end servers and the database by force while tills book. Then they check the whole books.",
    to: "/docs/developer-documentation/torture",
    more: "The heavy suites"
  },
  {
    title: "Receipts are signed",
    text: "A certified device signs each receipt, and the export for the German tax office has a checker of its own.",
    to: "/docs/administrator-documentation/fiscal-export",
    more: "What the tax office gets"
  },
  {
    title: "Rights are tested call by call",
    text: "Tests send every call as every kind of user. One that is refused must change nothing in the database.",
    to: "/docs/reference/privileges",
    more: "Who may do what"
  }
]

const readers: ReadonlyArray<Reason> = [
  {
    title: "You run the event",
    text: "Servers, tills, wristbands, the ticket shop, signed receipts, and the bank afterwards.",
    to: "/docs/administrator-documentation/installation",
    more: "Administrator documentation"
  },
  {
    title: "You work there, or are a guest",
    text: "What to do at the start, during the night and at the end, and when something goes wrong.",
    to: "/docs/user-guide",
    more: "User guide"
  },
  {
    title: "You write software",
    text: "Three HTTP APIs, packages to embed, and one sale followed through the code.",
    to: "/docs/developer-documentation",
    more: "Developer documentation"
  }
]

const Cards = ({ of }: { readonly of: ReadonlyArray<Reason> }) => (
  <ul className={styles.cards}>
    {of.map(({ more, text, title, to }) => (
      <li key={title}>
        <Heading as="h3">{title}</Heading>
        <p>{text}</p>
        <Link to={to}>{more}</Link>
      </li>
    ))}
  </ul>
)

const Opening = () => (
  <header className={styles.opening}>
    <Heading as="h1">Cashless payments for festivals</Heading>
    <p>
      Guests load money onto a wristband, bars sell with one touch of it, and what remains goes back to the guests' bank
      accounts. Wristbank is open source and runs on your own servers.
    </p>
    <p className={styles.actions}>
      <Link className="button button--primary button--lg" to="/#try">Try it</Link>
      <Link className="button button--outline button--primary button--lg" to="/docs/intro">What it is</Link>
    </p>
  </header>
)

export default (): ReactElement => (
  <Layout
    title="Cashless payments for festivals"
    description="Tills, a portal for guests, a back office and books that add up: cashless payments for festivals, open source and on your own servers."
  >
    <main className={`container ${styles.page}`}>
      <Opening />
      <div className={styles.pictures}>{pictures.map((picture) => <Picture key={picture.title} {...picture} />)}</div>
      <section>
        <Heading as="h2" id="safe">Why it is safe with money</Heading>
        <Cards of={reasons} />
      </section>
      <section>
        <Heading as="h2" id="try">One command to try it</Heading>
        <p>
          In a copy of the source, with any Node from 18 on, on Linux or macOS. It installs what is missing, PostgreSQL
          included, starts a demo festival with tills and guests, and prints the addresses to open.
        </p>
        <div className="code">
          <pre><code>npm start</code></pre>
          <button type="button" className="copy" aria-label="Copy code to clipboard" />
        </div>
      </section>
      <section>
        <Heading as="h2" id="read">Where to go on</Heading>
        <Cards of={readers} />
      </section>
    </main>
  </Layout>
)
