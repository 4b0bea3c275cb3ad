// The server of the three APIs.
export { type Addresses, prefixes, serve, serveMetrics, type ServeOptions } from "../server/main.ts"
