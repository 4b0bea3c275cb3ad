import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/LongestFirst.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
    // The walk through the documentation site needs its build (npm run test:site), the cluster root and programs (npm run torture).
    exclude: [...configDefaults.exclude, "test/site/**", "test/cluster/**"],
    globalSetup: [
      "test/support/postgres.ts",
      "test/support/web.ts",
      "test/support/program.ts",
      "test/support/chromium.ts"
    ],
    setupFiles: ["test/support/refusals.ts", "test/support/runningFile.ts"],
    reporters: ["default", "./test/support/CountReporter.ts"],
    pool: "forks",
    // The test files share one loaded copy of the code per worker; none of it has state of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // More than there are processors: a test waits for PostgreSQL, a browser or another process a third of its time.
    maxWorkers: availableParallelism() + 3,
    // Windows of one file at a time: with more, each step of a busy machine comes closer to the limits of the browser.
    maxConcurrency: 3,
    // These find what hangs, not what is slow: machines differ.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } }
  }
})
