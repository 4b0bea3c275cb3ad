/** A part: test files with these settings, or a script of the project. */
export type Part =
  & {
    readonly name: string
    /** Its purpose, as the page about testing describes it. */
    readonly what: string
  }
  & (
    | { readonly tests: ReadonlyArray<string>; readonly settings: { readonly [name: string]: string } }
    | {
      /** Arguments of Node, the script first. */
      readonly script: (minutes: number) => ReadonlyArray<string>
    }
  )

/** The suites of `npm test` that generate cases, repeat or kill, at a size that takes minutes to hours. */
export const parts: ReadonlyArray<Part> = [
  {
    name: "matrix",
    what: "every operation, sent by everybody at every node: who may do what",
    tests: ["test/http/matrix/Matrix.test.ts"],
    settings: { MATRIX_EVERY: "1" }
  },
  {
    name: "hostile",
    what: "requests that are wrong in every way, to every call",
    tests: ["test/http/hostile/Hostile.test.ts"],
    settings: { HOSTILE_REQUESTS: "500" }
  },
  {
    name: "kills",
    what: "servers and PostgreSQL killed while tills book, mail is sent and balances are paid out",
    tests: ["test/cli/KillNine.test.ts", "test/cli/MailKillNine.test.ts", "test/cli/KillPayouts.test.ts"],
    settings: { SERVER_KILLS: "200", WHOLE_KILLS: "50", MAIL_KILLS: "50", PAYOUT_KILLS: "50" }
  },
  {
    name: "cuts",
    what: "the database lost at each statement of a payout run and of a reconciliation",
    tests: ["test/http/administration/PayoutCrashes.test.ts", "test/core/card/ReconciliationCrashes.test.ts"],
    settings: { PAYOUT_CUTS: "all", CARD_CUT_STRIDE: "1" }
  },
  {
    name: "ledger",
    what: "many people who act at once, against a model of the ledger and of payout runs",
    tests: ["test/core/ledger/LedgerOnPostgres.test.ts", "test/core/payout/PayoutsOnPostgres.test.ts"],
    settings: { LEDGER_FESTIVALS: "100", LEDGER_BATCHES: "60", PAYOUT_FESTIVALS: "60", PAYOUT_BATCHES: "60" }
  },
  {
    name: "reports",
    what: "many people who act at once; reports and statistics of then and of now, to the cent",
    tests: ["test/core/report/ReportsOnPostgres.test.ts"],
    settings: { REPORT_FESTIVALS: "60" }
  },
  {
    name: "rush",
    what: "all that tills, office and guests do, at once on one server and on two",
    tests: ["test/http/parallel/RushHour.test.ts"],
    settings: { RUSH_ROUNDS: "60" }
  },
  {
    name: "cards",
    what: "card payments whose answers are lost, late, repeated or contradict each other",
    tests: ["test/core/order/PendingOrders.test.ts", "test/core/order/OnlineTopUps.test.ts"],
    settings: { CARD_RUNS: "500", ONLINE_RUNS: "500" }
  },
  {
    name: "presale",
    what: "the import of the presale, against a model of the ticket shop, and killed on the way",
    tests: ["test/core/presale/PresaleOnPostgres.test.ts", "test/cli/KillPresale.test.ts"],
    settings: { PRESALE_HISTORIES: "1000", PRESALE_KILLS: "20" }
  },
  {
    name: "signing",
    what: "signing devices that fail in every way, and the closings of tills",
    tests: ["test/core/fiscal/SigningSoak.test.ts", "test/core/fiscal/TillClosings.test.ts"],
    settings: { SIGNING_ORDERS: "20000", CLOSINGS_RUNS: "200" }
  },
  {
    name: "revocation",
    what: "sign-ins under way while the right to them is taken away",
    tests: ["test/core/organisation/Revocation.test.ts"],
    settings: { REVOCATION_ROUNDS: "200" }
  },
  {
    name: "tags",
    what: "an import of a hundred thousand tags",
    tests: ["test/core/tag/UserTags.test.ts"],
    settings: { TAG_IMPORT: "100000" }
  },
  {
    name: "packages",
    what: "the published packages, installed in a blank project without install scripts",
    script: () => ["scripts/pack/try.ts"]
  },
  {
    name: "soak",
    what: "the memory of a server where everything is booked beside a flood of anonymous calls",
    script: (minutes) => ["scripts/bench.ts", "--soak", String(minutes)]
  }
]

/** Seeds of the generated cases; `--seed` sets all of them. */
export const seeds = ["HOSTILE_SEED", "MATRIX_SEED", "RUSH_SEED", "SIGNING_SEED"]

/** The parts of these names, in the order of the registry. */
export const partsNamed = (names: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(", ")}, only ${parts.map(({ name }) => name).join(", ")}`)
  }
  return parts.filter(({ name }) => names.includes(name))
}
