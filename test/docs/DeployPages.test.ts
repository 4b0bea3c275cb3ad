import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const page = (name: string) => read(`docs/administrator-documentation/${name}.md`).replaceAll(/\s+/g, " ")
const file = (name: string) => read(`examples/deploy/${name}`)

/** What a page says of a file for servers, and the line of the file that makes it so. */
const claims: ReadonlyArray<readonly [page: string, says: string, file: string, line: RegExp]> = [
  [
    "installation",
    "If the process dies, systemd starts it again after five seconds",
    "systemd/wristbank.service",
    /^RestartSec=5$/m
  ],
  [
    "installation",
    "however often",
    "systemd/wristbank.service",
    /^StartLimitIntervalSec=0$/m
  ],
  [
    "installation",
    "-g wristbank -m 700 /var/backups/wristbank",
    "systemd/wristbank.service",
    /^ReadWritePaths=\/var\/backups\/wristbank$/m
  ],
  [
    "installation",
    "`NAME=value` in `/etc/wristbank/environment`",
    "systemd/wristbank.service",
    /^EnvironmentFile=-\/etc\/wristbank\/environment$/m
  ],
  ["proxy", "may open port 443", "wristbank-tls.conf", /^AmbientCapabilities=CAP_NET_BIND_SERVICE$/m],
  [
    "proxy",
    "copies of both files",
    "wristbank-tls.conf",
    /^LoadCredential=privkey.pem:\/etc\/wristbank\/privkey.pem$/m
  ],
  ["proxy", "all networks", "wristbank-tls.conf", /^Environment=WRISTBANK_HOST=0\.0\.0\.0$/m],
  ["installation", "the user `node` (1000)", "Dockerfile", /^USER node$/m],
  ["backup", "at half past five each night", "systemd/wristbank-backup.timer", /^OnCalendar=\*-\*-\* 05:30:00$/m],
  [
    "two-servers",
    "waits up to five seconds for one that can be reached",
    "two-servers/Caddyfile",
    /lb_try_duration 5s$/m
  ],
  [
    "two-servers",
    "only to servers that answer `/health/ready`",
    "two-servers/Caddyfile",
    /health_uri \/health\/ready$/m
  ],
  ["monitoring", "*Job* at the top is the `job_name`, `wristbank`", "prometheus.yaml", /job_name: wristbank$/m]
]

it.each(claims)("%s: %s", (name, says, of, line) => {
  assert.include(page(name), says)
  assert.match(file(of), line)
})

/** A server that its service manager no longer starts is away for ever, whatever it lacked. */
it.each(["wristbank", "wristbank-serve", "wristbank-work"])("%s.service never gives up", (name) => {
  const text = file(`systemd/${name}.service`)
  const [unit] = text.split("[Service]")
  const of = (key: string) => text.match(new RegExp(`^${key}=.*$`, "gm")) ?? []
  // In [Unit], where systemd reads it; elsewhere it is ignored.
  assert.include(unit, "\nStartLimitIntervalSec=0\n")
  assert.deepStrictEqual(of("StartLimitBurst"), [])
  // A SIGTERM or an end with 0 is no failure to systemd.
  assert.deepStrictEqual(of("Restart"), ["Restart=always"])
  assert.deepStrictEqual(of("RestartSec"), ["RestartSec=5"])
  assert.deepStrictEqual(of("RestartPreventExitStatus"), [])
  assert.deepStrictEqual(of("SuccessExitStatus"), [])
  // Its database may be on another machine, or come later: nothing that it needs may keep it from starting.
  assert.deepStrictEqual(of("(?:Requires|Requisite|BindsTo|PartOf|Condition\\w+|Assert\\w+)"), [])
})

/** The limits that the table of alarms gives in words. */
const limits: ReadonlyArray<readonly [alarm: string, says: string, rule: RegExp]> = [
  ["CallsFail", "more than one call of a hundred", /> 0\.01/],
  ["BookingsSlow", "of a hundred bookings, one takes longer than a second", /histogram_quantile\(0\.99,[^]*> 1$/m],
  ["SignaturesWait", "an order waits two minutes", /> 120$/m],
  ["CertificateEnds", "ends within 30 days", /< 30 \* 86400/],
  ["CardPaymentsUnverified", "for an hour", /for: 1h/],
  ["CardDaysNotCompared", "for six hours", /for: 6h/],
  ["MemoryGrows", "more than 1 GB for ten minutes", /> 1e9\n *for: 10m/]
]

it.each(limits)("the limit of the alarm %s is as the page says: %s", (alarm, says, rule) => {
  const rules = file("alerts.yaml").split(/^ *- alert: /m)
  const own = rules.find((text) => text.startsWith(`Wristbank${alarm}\n`))
  assert.isDefined(own, alarm)
  assert.match(own!, rule)
  const row = page("monitoring").split("| `Wristbank").find((text) => text.startsWith(`${alarm}\``))
  assert.isDefined(row, alarm)
  assert.include(row!, says)
})
