/** A heading of the sidebar with its pages, by their names in `docs/`, or further headings. */
export interface Section {
  readonly label: string
  /** The page that the heading itself leads to. */
  readonly page?: string
  readonly items: ReadonlyArray<string | Section>
}

const inFolder = (folder: string) => (...pages: ReadonlyArray<string>) => pages.map((page) => `${folder}/${page}`)

const user = inFolder("user-guide")
const admin = inFolder("administrator-documentation")
const developer = inFolder("developer-documentation")
const decision = inFolder("developer-documentation/decisions")
const reference = inFolder("reference")

/**
 * The sidebar, by what readers want to do. What teaches and what helps to do something comes first, what explains how it works below
 * *How it works*, what is looked up below *Reference*.
 */
export const sections: ReadonlyArray<Section> = [
  {
    label: "Start",
    items: ["start", "intro", ...admin("comparison", "performance", "index", "installation")]
  },
  {
    label: "Set up an event",
    items: admin(
      "new-event",
      "event-setup",
      "prices",
      "finding-buttons",
      "users",
      "wristbands",
      "devices",
      "pretix",
      "pretix-shop",
      "sumup",
      "tse/index",
      "tse/tseserversetup",
      "receipt-law",
      "mail",
      "event-file"
    )
  },
  {
    label: "Run it",
    items: [
      {
        label: "User guides",
        page: "user-guide/index",
        items: user("cashier", "shift-lead", "finance", "help-desk", "stall-owner", "guest", "nfctags")
      },
      ...admin("watch", "card-payments", "reports")
    ]
  },
  {
    label: "Close it",
    items: admin("after-the-event", "payouts", "fiscal-export", "tse/log", "seals")
  },
  {
    label: "Look after the server",
    items: admin(
      "backup",
      "upgrade",
      "monitoring",
      "proxy",
      "security",
      "secret-key",
      "database",
      "two-servers",
      "cluster",
      "flood"
    )
  },
  {
    label: "Write programs against it",
    items: [
      ...developer("api/index", "api/administration", "api/terminalserver", "api/customerportal", "lists", "overviews"),
      ...developer("embedding")
    ]
  },
  {
    label: "Change the code",
    items: developer(
      "first-change",
      "contributing",
      "testing",
      "torture",
      "stand-ins",
      "simulator",
      "festival-times",
      "findings"
    )
  },
  {
    label: "How it works",
    page: "developer-documentation/index",
    items: [
      "ARCHITECTURE",
      {
        label: "Money",
        items: developer(
          "one-sale",
          "accounts-and-postings",
          "one-payout-run",
          "card-payments-states",
          "idempotency-and-audit",
          "nodes-and-roles",
          "receipts",
          "one-signature",
          "signing-devices",
          "pretix"
        )
      },
      {
        label: "Servers and speed",
        items: developer(
          "time-of-a-sale",
          "overload",
          "locks-and-caches",
          "server-processes",
          "several-servers",
          "database",
          "long-work",
          "report-times",
          "growth",
          "many-events",
          "robustness",
          "doctor"
        )
      },
      { label: "Screens and programs", items: developer("app", "till", "office", "web", "program") },
      {
        label: "Security",
        items: developer("sign-in", "guessing", "anonymous-calls", "asvs", "asvs-sessions-to-logging")
      },
      {
        label: "Decisions",
        page: "developer-documentation/decisions/index",
        items: decision("money", "payouts", "cards", "signing", "rights", "sign-in", "clients", "operation")
      }
    ]
  },
  {
    label: "Reference",
    items: [
      ...reference("glossary", "settings"),
      {
        label: "Commands",
        page: "reference/commands/index",
        items: reference(
          ...["run-it", "set-an-event-up", "during-the-event", "money-and-the-tax-office", "keep-the-data-safe"]
            .map((name) => `commands/${name}`),
          "commands/this-command-line"
        )
      },
      ...reference("errors"),
      {
        label: "Rules",
        page: "reference/rules/index",
        items: reference("rules/selling", "rules/money", "rules/set-up", "rules/outside")
      },
      ...reference(
        "order-of-checks",
        "privileges",
        "event-file",
        "limits",
        "metrics",
        "tables",
        "packages",
        "changelog"
      )
    ]
  }
]

/** The pages of sections, in their order. */
export const pagesOf = (list: ReadonlyArray<Section>): ReadonlyArray<string> =>
  list.flatMap(({ items, page }) => [
    ...page === undefined ? [] : [page],
    ...items.flatMap((item) => typeof item === "string" ? [item] : pagesOf([item]))
  ])
