import { defineConfig } from "vitest/config"

// The walk through the built documentation site, for `npm run test:site`: `npm run docs -- --build` comes first.
export default defineConfig({
  test: {
    include: ["test/site/**/*.test.ts"],
    globalSetup: ["test/support/chromium.ts", "test/site/builtSite.ts"],
    reporters: ["default", "./test/support/CountReporter.ts"],
    pool: "forks",
    isolate: false,
    maxWorkers: 2,
    // As in npm test: this finds what hangs, not what is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
