import type { TestProject } from "vitest/node"
import { ensureBuilt } from "../../scripts/web/built.js"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built web applications. */
    webFolder: string
  }
}

/** Builds the web applications once for the test run, unless their sources are as they were at the last build. */
export default async (project: TestProject) => {
  project.provide("webFolder", await ensureBuilt())
}
