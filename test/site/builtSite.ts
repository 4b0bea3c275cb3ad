import { existsSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { root } from "../../scripts/built.js"

declare module "vitest" {
  interface ProvidedContext {
    /** The address of the documentation site, without a slash at the end. */
    siteOrigin: string
  }
}

type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly public: string; readonly cleanUrls: boolean; readonly directoryListing: boolean }
) => Promise<void>

const site = join(root, "docs/site")
const folder = join(site, "build")

/** Serves the built documentation site to the tests, as `npm run docs` does. */
export default async (project: TestProject) => {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error("The documentation site is not built: npm run docs -- --build")
  }
  const serve = createRequire(join(site, "package.json"))("serve-handler") as Serve
  const server = createServer((request, response) => {
    void serve(request, response, { public: folder, cleanUrls: true, directoryListing: false })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server of the site has no port")
  project.provide("siteOrigin", `http://127.0.0.1:${address.port}`)
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
