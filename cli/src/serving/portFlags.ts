import { Flags } from "@oclif/core"

const port = (description: string) => Flags.integer({ description, min: 1, max: 65535, helpValue: "<port>" })

/** Ports and addresses of a server; each flag is a setting too. */
export const portFlags = {
  host: Flags.string({ description: "address to listen on (default: 127.0.0.1, this machine; 0.0.0.0: the network)" }),
  port: port("common port of everything (default: 8000)"),
  "administration-port": port("a port of its own for the administration API"),
  "terminal-port": port("a port of its own for the terminal API"),
  "customer-port": port("a port of its own for the customer API"),
  "portal-port": port("a port of its own for the guests' portal"),
  "till-port": port("a port of its own for the till in the browser"),
  "office-port": port("a port of its own for the back office in the browser"),
  processes: Flags.integer({
    description: "processes that serve the ports together (default: one for each core, at most eight)",
    min: 1,
    helpValue: "<number>"
  }),
  "metrics-port": port("port of the metrics for Prometheus"),
  "tls-certificate": Flags.string({ description: "PEM file of the certificate with its chain: all ports speak TLS" }),
  "tls-key": Flags.string({ description: "PEM file of its private key" }),
  "source-url": Flags.string({
    description: "where the source of this version is; the pages at / and of the portal link to it"
  })
}
