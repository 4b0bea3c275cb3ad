// Takes a payout run of 100,000 customers through every step on a PostgreSQL of its own, then writes its files alone, each
// kind in a process of its own, and prints the measurements: `node scripts/bench/payouts.ts`. Options: --payouts N,
// --per-file N (transfers in one bank file), --only KIND (`runs` or a kind of file).
import * as Money from "@wristbank/core/base/Money"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import { payoutCsv } from "@wristbank/core/payout/PayoutCsv"
import { PayoutFile, PayoutLine } from "@wristbank/core/payout/PayoutFile"
import type { SepaVersion } from "@wristbank/core/payout/PayoutFile"
import { sepaFiles } from "@wristbank/core/payout/SepaFiles"
import { DateTime, Effect, Result } from "effect"
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { measurePayoutRuns } from "./PayoutRunTimes.ts"

const { values } = parseArgs({
  options: {
    payouts: { type: "string", default: "100000" },
    "per-file": { type: "string", default: "100000" },
    only: { type: "string" }
  }
})

const names = ["Jörg Müßig", "Ana García y Núñez", "Юлия Щербакова", "A&B Łukasz Đặng", "Γιώργος Παπαδόπουλος"]

const makeFile = () =>
  new PayoutFile({
    runId: 1n,
    createdAt: DateTime.makeUnsafe("2026-06-30T20:00:00Z"),
    executionDate: "2026-07-01",
    currency: "EUR",
    debtor: { name: "Sommerfest e.V.", iban: "DE89370400440532013000", bic: null },
    payouts: Array.from({ length: Number(values.payouts) }, (_, n) =>
      new PayoutLine({
        id: BigInt(n),
        customerAccountId: BigInt(n),
        endToEndId: `WB-1-${n}`,
        amount: Money.Cents.make(BigInt(1 + n % 10_000)),
        donation: Money.zero,
        accountName: `${names[n % names.length]} ${n}`,
        iban: "DE89370400440532013000",
        email: `guest${n}@example.org`,
        userTagUid: BigInt(n),
        userTagPin: null,
        remittance: `Sommerfest, Rest vom Band ${n}`
      }))
  })

/** The peak memory of the process so far, in MiB. */
const memory = () => (process.resourceUsage().maxRSS / 1024).toFixed(0)

const kinds: ReadonlyMap<string, (file: PayoutFile) => ReadonlyArray<string>> = new Map([
  ["csv", (file: PayoutFile) => [runAtOnce(payoutCsv(file))]],
  ["pain.001.001.09", (file: PayoutFile) => bankFiles(file, "pain.001.001.09")],
  ["pain.001.001.03", (file: PayoutFile) => bankFiles(file, "pain.001.001.03")]
])

const bankFiles = (file: PayoutFile, version: SepaVersion) =>
  Result.getOrThrow(runAtOnce(sepaFiles(file, { version, maxPerFile: Number(values["per-file"]) }))).map(({ xml }) =>
    xml
  )

const measure = (kind: string, write: (file: PayoutFile) => ReadonlyArray<string>) => {
  const file = makeFile()
  const before = memory()
  const started = performance.now()
  const written = write(file)
  const seconds = ((performance.now() - started) / 1000).toFixed(2)
  const size = (written.reduce((sum, text) => sum + text.length, 0) / 2 ** 20).toFixed(1)
  process.stdout.write(
    `${kind.padEnd(16)} ${file.payouts.length} payouts, ${written.length} files, ${size} MiB: ${seconds} s, ` +
      `${memory()} MiB of memory at most, ${before} of it before\n`
  )
}

if (values.only === undefined || values.only === "runs") {
  await Effect.runPromise(measurePayoutRuns(Number(values.payouts)))
}
for (const [kind, write] of kinds) {
  if (values.only === kind) measure(kind, write)
  if (values.only === undefined) {
    spawnSync(process.execPath, [...process.argv.slice(1), "--only", kind], { stdio: "inherit" })
  }
}
