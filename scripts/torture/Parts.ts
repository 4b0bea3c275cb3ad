import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Part } from "./Part.ts"

const succeeds = (program: string, ...given: ReadonlyArray<string>) => spawnSync(program, given).status === 0

/** Root may not in every container, so it is tried. */
const mayMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "wristbank-torture-"))
  try {
    return succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder) && succeeds("umount", folder)
  } finally {
    rmdirSync(folder)
  }
}

const mayCluster = (): boolean =>
  ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/lib/postgresql/15/bin/postgres", "/usr/sbin/haproxy", "/usr/bin/caddy"]
    .every((program) => existsSync(program)) &&
  succeeds("unshare", "--net", "--mount", "--pid", "--fork", "--mount-proc", "true")

/**
 * Seconds of an overload. The capacity is measured first, then the same and twice as much, for as long but half a minute at
 * most; each begins with some seconds that don't count, and a festival is made before.
 */
export const overloadSeconds = (minutes: number): number => {
  const left = minutes * 60 - 25
  const quarter = left / 4 - 3
  return Math.floor(quarter <= 30 ? Math.max(8, quarter) : Math.min(600, left - 4 * 3 - 3 * 30))
}

/** Whole minutes of a soak, at least one. */
export const soakMinutes = (minutes: number): number => {
  const left = minutes - 0.4
  return left < 2 ? Math.max(1, left) : Math.floor(left)
}

/** The suites of `npm test` that generate cases, repeat or kill, at a size that takes minutes to hours. */
export const parts: ReadonlyArray<Part> = [
  {
    name: "matrix",
    what: "every operation, sent by everyone at every node: who may do what",
    tests: [
      "test/http/calls/EveryOfficeCall.test.ts",
      "test/http/calls/EverySetUpCall.test.ts",
      "test/http/calls/EveryTillAndPortalCall.test.ts"
    ],
    support: ["test/http/calls/EveryCall.ts"],
    sizes: { MATRIX_EVERY: [600, 1] }
  },
  {
    name: "hostile",
    what: "requests that are wrong in every way, to every call",
    tests: ["test/http/hostile/Hostile.test.ts"],
    sizes: { HOSTILE_REQUESTS: [1, 500] },
    shares: 20
  },
  {
    name: "kills",
    what: "servers, workers and PostgreSQL killed while tills book",
    tests: ["test/cli/KillNine.test.ts"],
    rounds: { SERVER_KILLS: [1, 1_000], WHOLE_KILLS: [1, 50] },
    depths: { KILL_CLIENTS: [16, 64] },
    shares: 20
  },
  {
    name: "network",
    what: "connections that break, stall and lose answers, between tills and server and between server and database",
    tests: ["test/http/network/TillFaults.test.ts", "test/http/network/DatabaseFaults.test.ts"],
    rounds: { NETWORK_ROUNDS: [1, 80], DATABASE_ROUNDS: [1, 250] },
    shares: 20
  },
  {
    name: "restarts",
    what: "servers restarted one after the other while tills book; tills that were offline meanwhile",
    tests: ["test/http/network/RollingRestart.test.ts", "test/http/network/OfflineTerminal.test.ts"],
    rounds: { ROLLING_ROUNDS: [1, 25], OFFLINE_ROUNDS: [1, 150] },
    depths: { ROLLING_SERVERS: [2, 4], ROLLING_BOOKINGS: [40, 10_000] },
    shares: 5
  },
  {
    name: "schema",
    what: "migrations of a later version while tills book at two servers",
    tests: ["test/http/parallel/SchemaChange.test.ts"],
    rounds: { SCHEMA_ROUNDS: [1, 40] },
    shares: 10
  },
  {
    name: "crowd",
    what: "many tills whose bookings all wait for locked accounts, and go on afterwards",
    tests: ["test/http/network/Crowd.test.ts"],
    depths: { CROWD_CLIENTS: [24, 400], CROWD_REFUSALS: [1, 6] }
  },
  {
    name: "overload",
    what: "sales due five times as fast as a server can book them",
    script: (minutes) => [
      "scripts/bench.ts",
      "--loads",
      "overload",
      "--seconds",
      String(overloadSeconds(minutes))
    ],
    least: 1.2
  },
  {
    name: "taps",
    what: "one guest who pays at 64 tills at once",
    tests: ["test/http/network/OneGuest.test.ts"],
    rounds: { TAP_ROUNDS: [2, 50_000] },
    shares: 20
  },
  {
    name: "database",
    what: "PostgreSQL killed, its disk slow, the power cut, its standby promoted, while tills book on one server",
    tests: ["test/cli/DatabaseFaults.test.ts"],
    rounds: { DATABASE_KILLS: [1, 200], POWER_CUTS: [1, 50], FAIL_OVERS: [1, 50], SLOW_DISKS: [1, 20] },
    depths: { DATABASE_CLIENTS: [8, 32] },
    shares: 20
  },
  {
    name: "cluster",
    what:
      "three databases under Patroni, two servers and a proxy: primaries killed, cut off, frozen and full while tills book",
    script: (minutes) => ["scripts/torture/cluster.ts", String(minutes)],
    least: 15,
    needs: {
      what:
        "root on Linux, Debian's packages patroni, etcd-server, postgresql-15, haproxy and caddy, and the right to make networks",
      isThere: mayCluster
    }
  },
  {
    name: "disk",
    what: "the disk of the tables, and that of the log, full while tills book",
    tests: ["test/cli/DiskFull.test.ts"],
    rounds: { DISKS_FULL: [0, 40] },
    needs: { what: "Linux and the right to mount a small disk", isThere: mayMount },
    shares: 10
  },
  {
    name: "clocks",
    what: "the clock of a server set ahead and back while it books beside one with the right clock",
    tests: ["test/cli/Clocks.test.ts"],
    rounds: { CLOCK_CASES: [4, 40] }
  },
  {
    name: "restore",
    what: "a backup made while a till books, restored to moments between two bookings",
    tests: ["test/cli/postgres/Backup.test.ts"],
    rounds: { BACKUP_RESTORES: [1, 10] },
    shares: 10
  },
  {
    name: "cuts",
    what: "payout runs, reconciliations and mail, killed or without the database at each of their steps",
    tests: [
      "test/http/administration/PayoutCrashes.test.ts",
      "test/core/card/ReconciliationCrashes.test.ts",
      "test/cli/MailKillNine.test.ts",
      "test/cli/KillPayouts.test.ts"
    ],
    sizes: { PAYOUT_CUTS: [3, Infinity], CARD_CUT_STRIDE: [10, 1], MAIL_KILLS: [1, 50] },
    depths: { PAYOUT_KILLS: [0, 50] }
  },
  {
    name: "ledger",
    what:
      "many people who act at once, against a model of the ledger and of payout runs; a simulated festival, twice the same",
    tests: [
      "test/core/journal/LedgerOnPostgres.test.ts",
      "test/core/payout/PayoutsOnPostgres.test.ts",
      "test/stand-ins/simulation/Simulation.test.ts"
    ],
    sizes: { LEDGER_FESTIVALS: [3, 100], PAYOUT_FESTIVALS: [2, 60], SIMULATION_GUESTS: [10, 300] },
    depths: { LEDGER_BATCHES: [15, 60], PAYOUT_BATCHES: [16, 60] },
    shares: 10
  },
  {
    name: "reports",
    what: "many people who act at once; past and present reports and statistics, to the cent",
    tests: ["test/core/report/ReportsOnPostgres.test.ts", "test/core/sale/BookingSummaries.test.ts"],
    sizes: { REPORT_FESTIVALS: [2, 60], SUMMARY_HISTORIES: [15, 2_000] },
    shares: 5
  },
  {
    name: "rush",
    what: "all that tills, office and guests do, at once on one server and on two",
    tests: ["test/http/parallel/RushHour.test.ts"],
    sizes: { RUSH_ROUNDS: [1, 60] },
    shares: 10
  },
  {
    name: "prices",
    what: "generated baskets, price lists, versions and taxes: what they cost, and that parts add up",
    tests: [
      "test/core/event/ProductVersion.test.ts",
      "test/core/event/TaxRateVersion.test.ts",
      "test/core/event/pricing/PriceWindow.test.ts",
      "test/core/event/pricing/Pricing.test.ts",
      "test/core/journal/LineItem.test.ts",
      "test/core/sale/SalePricing.test.ts",
      "test/core/sale/SaleProperties.test.ts",
      "test/web/till/PricingInBrowser.test.ts"
    ],
    support: ["test/support/PriceRuns.ts"],
    sizes: { PRICE_RUNS: [1_000, 1_000_000], BASKET_RUNS: [500, 10_000] },
    shares: 20
  },
  {
    name: "system",
    what: "random steps of tills, office and guests, against a model that says what each answers",
    tests: ["test/http/system/System.test.ts"],
    sizes: { SYSTEM_STEPS: [120, 1_000_000] },
    shares: 20
  },
  {
    name: "cards",
    what: "card payments whose answers are lost, late, repeated or contradict each other",
    tests: ["test/core/sale/PendingOrders.test.ts", "test/core/sale/OnlineTopUps.test.ts"],
    sizes: { CARD_RUNS: [6, 500], ONLINE_RUNS: [5, 500] },
    shares: 10
  },
  {
    name: "presale",
    what: "the import of the presale, against a model of the ticket shop, and killed on the way",
    tests: ["test/core/presale/PresaleOnPostgres.test.ts", "test/cli/KillPresale.test.ts"],
    sizes: { PRESALE_HISTORIES: [8, 1_000], PRESALE_KILLS: [1, 20] },
    shares: 10
  },
  {
    name: "signing",
    what: "signing devices that fail in every way, and the closings of tills",
    tests: ["test/core/fiscal/SigningSoak.test.ts", "test/core/fiscal/TillClosings.test.ts"],
    sizes: { SIGNING_ORDERS: [50, 20_000], CLOSINGS_RUNS: [2, 200] },
    shares: 10
  },
  {
    name: "revocation",
    what: "sign-ins under way while the right to them is taken away",
    tests: ["test/core/organisation/Revocation.test.ts"],
    sizes: { REVOCATION_ROUNDS: [4, 200] },
    shares: 10
  },
  {
    name: "files",
    what: "the exports of random events, from which each is made again in an empty database",
    tests: ["test/core/eventfile/EventFilesOnPostgres.test.ts"],
    sizes: { EVENT_FILES: [2, 400] },
    shares: 10
  },
  {
    name: "tags",
    what: "an import of a hundred thousand tags",
    tests: ["test/core/wristband/UserTags.test.ts"],
    sizes: { TAG_IMPORT: [10_000, 100_000] }
  },
  {
    name: "screens",
    what:
      "every screen of back office, till and portal in light and dark colours, every journey by mouse and by keyboard alone, in both languages",
    tests: [
      "test/web/administration/Looks.test.ts",
      "test/web/administration/fiscal/SwitchOver.test.ts",
      "test/web/administration/guests/Journeys.test.ts",
      "test/web/administration/guests/Kinds.test.ts",
      "test/web/administration/guests/Presale.test.ts",
      "test/web/administration/payouts/Run.test.ts",
      "test/web/administration/people/Colleague.test.ts",
      "test/web/administration/reports/Reports.test.ts",
      "test/web/administration/sell/SiteMap.test.ts",
      "test/web/administration/setup/EventDeletion.test.ts",
      "test/web/administration/setup/FirstSale.test.ts",
      "test/web/administration/setup/PortalAddress.test.ts",
      "test/web/administration/setup/Settings.test.ts",
      "test/web/portal/Screens.test.ts",
      "test/web/till/Looks.test.ts",
      "test/web/till/Sale.test.ts"
    ],
    support: ["test/support/Hands.ts", "test/support/Looks.ts"],
    sizes: { JOURNEYS_EVERY: [2, 1], SCREENS_EVERY: [2, 1] }
  },
  {
    name: "mutants",
    what: "the tests of the rules about money: whether they find small defects in these rules",
    script: (minutes) => ["scripts/torture/mutants/mutants.ts", "--minutes", String(minutes)],
    least: 1
  },
  {
    name: "packages",
    what:
      "the published packages, installed in blank projects on two versions of Node, without install scripts and with",
    script: () => ["scripts/pack/try.ts"],
    least: 4
  },
  {
    name: "clone",
    what: "the two commands of a fresh clone, and a release that is tried in it",
    script: () => ["scripts/torture/clone.ts"],
    least: 4
  },
  {
    name: "site",
    what: "the documentation site, built and walked through in a browser",
    script: () => ["scripts/torture/site.ts"],
    least: 3
  },
  {
    name: "soak",
    what: "the memory of a server where everything is booked beside a flood of anonymous calls",
    // It compares the memory after the first minute, or half of its time, with that at the end; a festival is made before.
    script: (minutes) => ["scripts/bench.ts", "--soak", soakMinutes(minutes).toFixed(1)],
    least: 1.4
  }
]

/** Seeds of the generated cases; `--seed` sets all of them. */
export const seeds = ["HOSTILE_SEED", "MATRIX_SEED", "RUSH_SEED", "SIGNING_SEED", "SYSTEM_SEED"]

/** The parts of these names, in the order of the registry. */
export const partsNamed = (names: ReadonlyArray<string>): ReadonlyArray<Part> => {
  const unknown = names.filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(", ")}, only ${parts.map(({ name }) => name).join(", ")}`)
  }
  return parts.filter(({ name }) => names.includes(name))
}
