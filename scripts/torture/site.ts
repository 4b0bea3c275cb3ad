// Builds the documentation site and walks through it in a browser, as `npm run docs -- --build` and `npm run test:site` do.
import { execFileSync } from "node:child_process"
import { root } from "../built.js"

const run = (...args: ReadonlyArray<string>) =>
  execFileSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] })

run("scripts/docs.ts", "--build")
run("node_modules/vitest/vitest.mjs", "run", "--config", "vitest.site.config.ts")
