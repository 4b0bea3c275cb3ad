import { writeSync } from "node:fs"
import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** Numbers of tests by outcome. A file that can't be loaded and an error outside of any test count as failed. */
export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** The last line of a run: `12 passed, 0 failed`, with `, 1 skipped` if any were skipped. */
export const format = ({ failed, passed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<SerializedError>) {
    const line = format(count(modules, unhandledErrors.length))
    // Written at exit, so that nothing else is printed after it.
    process.once("exit", () => writeSync(1, `${line}\n`))
  }
}

const count = (modules: ReadonlyArray<TestModule>, unhandledErrors: number): Counts => {
  const states = modules.flatMap((module) => Array.from(module.children.allTests(), (test) => test.result().state))
  const broken = modules.filter((module) => module.errors().length > 0).length
  return {
    passed: states.filter((state) => state === "passed").length,
    failed: states.filter((state) => state === "failed").length + broken + unhandledErrors,
    skipped: states.filter((state) => state === "skipped" || state === "pending").length
  }
}
