import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest, the longest first. Begun last, one of them would keep a single worker busy at the end. */
const longest = [
  "cli/DatabaseFaults",
  "cli/KillNine",
  "http/privileges/Privileges",
  "cli/serving/up",
  "web/administration/setup/FirstSale",
  "http/isolation/Isolation",
  "http/hostile/Hostile",
  "examples/ReadmeWalk",
  "web/administration/guests/Journeys",
  "web/administration/fiscal/SwitchOver",
  "web/till/Sale",
  "cli/KillOnlineTopUp",
  "cli/postgres/Backup",
  "http/audit/Audit",
  "http/matrix/Matrix",
  "web/till/Killed",
  "examples/Embedded",
  "http/calls/Examples",
  "cli/postgres/EmbeddedPostgres",
  "cli/KillPayouts",
  "web/till/Jobs",
  "web/till/Outage",
  "web/portal/Screens",
  "cli/launcher",
  "cli/processes/SeveralProcesses",
  "cli/simulate",
  "cli/stand-ins/simulation/Simulation",
  "http/network/RollingRestart",
  "web/till/Looks",
  "web/till/Money",
  "cli/processes/EndOfProcesses",
  "http/terminal/PendingTopUps",
  "web/portal/Life",
  "http/DatabaseAway",
  "cli/signing",
  "cli/secretRotate",
  "cli/MailKillNine",
  "web/Build"
]

const rank = (specification: TestSpecification) => {
  const path = relative(`${specification.project.config.root}/test`, specification.moduleId)
  const place = longest.findIndex((name) => path.startsWith(`${name}.`))
  return place < 0 ? longest.length : place
}

/** Runs the longest files first, all others in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const usual = super.sort.bind(this)
    return (await usual(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
