import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest, the longest first. Begun last, one of them would keep a single worker busy at the end. */
const longest = [
  "web/till/Looks",
  "web/portal/Screens",
  "web/till/Sale",
  "cli/up",
  "http/hostile/Hostile",
  "web/portal/Life",
  "web/till/Money",
  "cli/EmbeddedPostgres",
  "cli/KillNine",
  "cli/signing",
  "web/portal/Faults",
  "http/terminal/PendingTopUps",
  "web/till/Registration",
  "web/till/Cash",
  "http/customer/OnlinePayment",
  "core/fiscal/OrderSignatures",
  "http/DatabaseAway",
  "web/till/Outage",
  "cli/MailKillNine",
  "web/till/Shift",
  "web/Build",
  "examples/ReadmeWalk"
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
