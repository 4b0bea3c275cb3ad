import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take longest, the longest first. Begun last, one of them would keep a single worker busy at the end. */
const longest = [
  "cli/KillNine",
  "cli/up",
  "http/isolation/Isolation",
  "http/hostile/Hostile",
  "http/matrix/Matrix",
  "http/audit/Audit",
  "cli/KillOnlineTopUp",
  "http/privileges/Privileges",
  "cli/KillPayouts",
  "docs/ReadmeWalk",
  "cli/stand-ins/tse/simulate",
  "cli/EffectCommand",
  "cli/secretRotate",
  "cli/EmbeddedPostgres"
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
