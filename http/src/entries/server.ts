// The server of the three APIs.
export { type Addresses, serve, serveMetrics, type ServeOptions } from "../server/main.ts"
export { prefixes } from "../server/Prefixes.ts"
