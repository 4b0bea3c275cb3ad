import { Option } from "effect"
import { networkInterfaces } from "node:os"
import type { Configuration } from "./Configuration.ts"

/**
 * The address of the common port as others in the network reach this machine, without a slash at the end. A server that listens at
 * every address has that of its first network, or `localhost` without any.
 */
export const ownAddress = (
  { host, port, tlsKey }: Pick<Configuration["Service"], "host" | "port" | "tlsKey">,
  everywhere: string = firstAddress()
): string => {
  const name = ["0.0.0.0", "::"].includes(host) ? everywhere : host
  const scheme = Option.isSome(tlsKey) ? "https" : "http"
  return new URL(`${scheme}://${name.includes(":") ? `[${name}]` : name}:${port}`).origin
}

const firstAddress = (): string =>
  Object.values(networkInterfaces()).flatMap((ones) => ones ?? [])
    .find(({ family, internal }) => !internal && family === "IPv4")?.address ?? "localhost"
