import { readFileSync } from "node:fs"
import { relative, sep } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The files that took longest in a whole run, the longest first, as `scripts/longestTests.ts` stores them. Begun last, one of them would
 * keep a single worker busy at the end.
 */
const longest: ReadonlyArray<string> = JSON.parse(
  readFileSync(new URL("longestFiles.json", import.meta.url), "utf8")
)

const rank = ({ moduleId, project }: TestSpecification) => {
  const place = longest.indexOf(relative(project.config.root, moduleId).split(sep).join("/"))
  return place < 0 ? longest.length : place
}

/** Runs the longest files first, all others in the usual order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const usual = super.sort.bind(this)
    return (await usual(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
