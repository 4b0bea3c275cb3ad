import type { TestProject } from "vitest/node"
import { serveSite } from "../../scripts/docs/siteServer.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the documentation site, without a slash at the end. */
    siteOrigin: string
  }
}

/** Serves the built documentation site to the tests. */
export default async (project: TestProject) => {
  const { close, origin } = await serveSite()
  project.provide("siteOrigin", origin)
  return close
}
