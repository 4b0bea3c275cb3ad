/** Serves the built documentation site, as `npm run docs` does, to tests and to the benchmark. */
import { once } from "node:events"
import { existsSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "../built.js"

type Serve = (
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly public: string; readonly cleanUrls: boolean; readonly directoryListing: boolean }
) => Promise<void>

type Compress = () => (request: IncomingMessage, response: ServerResponse, next: () => void) => void

const site = join(root, "docs/site")
const folder = join(site, "build")

/** With `compressed`, texts are sent as hosts of static files send them. Returns its address and what ends it. */
export const serveSite = async ({ compressed = false } = {}) => {
  if (!existsSync(join(folder, "index.html"))) {
    throw new Error("The documentation site is not built: npm run docs -- --build")
  }
  const packages = createRequire(join(site, "package.json"))
  const serve = packages("serve-handler") as Serve
  const compress = compressed ? (packages("compression") as Compress)() : undefined
  const server = createServer((request, response) => {
    const answer = () => void serve(request, response, { public: folder, cleanUrls: true, directoryListing: false })
    if (compress === undefined) answer()
    else compress(request, response, answer)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server of the site has no port")
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
