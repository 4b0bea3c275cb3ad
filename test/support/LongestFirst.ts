import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest, the longest first. Begun last, one of them would keep a single worker busy at the end. */
const longest = [
  "web/administration/setup/FirstSale",
  "cli/up",
  "cli/KillNine",
  "cli/DatabaseFaults",
  "web/till/Looks",
  "web/till/Sale",
  "web/administration/fiscal/SwitchOver",
  "web/administration/guests/Journeys",
  "web/administration/sell/Looks",
  "web/portal/Screens",
  "http/privileges/Privileges",
  "http/matrix/Matrix",
  "http/audit/Audit",
  "http/isolation/Isolation",
  "http/hostile/Hostile",
  "web/administration/account/Account",
  "web/administration/now/Now",
  "web/till/Killed",
  "web/till/Jobs",
  "web/portal/Event",
  "web/administration/setup/Settings",
  "web/administration/cash/Looks",
  "web/administration/guests/Looks",
  "cli/KillOnlineTopUp",
  "cli/KillPayouts",
  "cli/EmbeddedPostgres",
  "web/till/Money",
  "web/portal/Life",
  "cli/signing",
  "cli/secretRotate",
  "http/terminal/PendingTopUps",
  "http/DatabaseAway",
  "web/till/Outage",
  "web/portal/Faults",
  "cli/MailKillNine",
  "examples/ReadmeWalk",
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
