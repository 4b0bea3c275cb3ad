import { defineConfig } from "vitest/config"

// Three databases, two servers and a proxy in networks of their own, for `npm run torture -- --parts cluster`. It needs root and
// programs that npm does not have, so it is not in npm test.
export default defineConfig({
  test: {
    include: ["test/cluster/**/*.test.ts"],
    globalSetup: ["test/support/program.ts"],
    reporters: ["default", "./test/support/CountReporter.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: 1,
    // These find what hangs, not what is slow.
    testTimeout: 3_600_000,
    hookTimeout: 600_000
  }
})
