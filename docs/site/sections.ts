/** The sections of the documentation: a folder of `docs/` each, in the order of the sidebar. */
export interface Section {
  readonly folder: string
  readonly label: string
  /** The pages that come first, in this order, by file or folder name; those not named follow by name. */
  readonly first: ReadonlyArray<string>
}

export const sections: ReadonlyArray<Section> = [
  {
    folder: "user-guide",
    label: "User guide",
    first: ["cashier", "shift-lead", "finance", "help-desk", "stall-owner", "guest", "nfctags"]
  },
  {
    folder: "administrator-documentation",
    label: "Administrator documentation",
    first: [
      "installation",
      "event-setup",
      "prices",
      "users",
      "wristbands",
      "devices",
      "pretix",
      "pretix-shop",
      "pretix-walk",
      "sumup",
      "card-payments",
      "mail",
      "tse",
      "payouts",
      "reports",
      "fiscal-export",
      "after-the-event",
      "event-file",
      "watch",
      "monitoring",
      "proxy",
      "two-servers",
      "database",
      "backup",
      "seals",
      "upgrade",
      "secret-key",
      "security",
      "flood"
    ]
  },
  {
    folder: "developer-documentation",
    label: "Developer documentation",
    first: [
      "first-change",
      "contributing",
      "one-sale",
      "one-payout-run",
      "one-signature",
      "time-of-a-sale",
      "overload",
      "accounts-and-postings",
      "nodes-and-roles",
      "card-payments-states",
      "locks-and-caches",
      "idempotency-and-audit",
      "several-servers",
      "server-processes",
      "database",
      "app",
      "web",
      "pretix",
      "simulator",
      "stand-ins",
      "testing",
      "torture",
      "robustness",
      "embedding",
      "api",
      "decisions"
    ]
  },
  { folder: "reference", label: "Reference", first: ["glossary", "settings", "commands", "errors", "privileges"] }
]
