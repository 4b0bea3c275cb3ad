import { defineConfig } from "vitest/config"
import { decisionTests } from "./scripts/decisions.js"

// Tests of decisions alone, for `npm run test:quick`. There is no PostgreSQL: a test that asks for one fails here.
export default defineConfig({
  test: {
    include: [...decisionTests(import.meta.dirname)],
    reporters: ["default", "./test/support/CountReporter.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: "100%",
    // As in npm test: this finds what hangs, not what is slow.
    testTimeout: 300_000
  }
})
