import { Configuration } from "@wristbank/core/base/Configuration"
import type { Addresses } from "@wristbank/http/server/main"
import { prefixes } from "@wristbank/http/server/Prefixes"
import { Effect, Option, Result } from "effect"
import { NetAddress } from "effect/net"

/** The address of the metrics in a line, if they have one. */
export const describeMetrics = (address: string | undefined): ReadonlyArray<string> =>
  address === undefined ? [] : [`metrics             ${reachable(address)}/metrics`]

/** From where the server can be reached, when that may surprise the operator. */
export const describeReach = Effect.map(Configuration, ({ host, tlsKey, trustedProxies }): ReadonlyArray<string> => {
  if (isLoopback(host)) {
    return trustedProxies.length > 0
      ? []
      : ["network             this machine alone; phones and terminals: --host 0.0.0.0"]
  }
  return Option.isSome(tlsKey) || trustedProxies.length > 0
    ? []
    : [
      "network             passwords cross it unencrypted; docs/administrator-documentation/proxy.md says how they don't"
    ]
})

const isLoopback = (host: string) =>
  host === "localhost" || Option.exists(Result.getSuccess(NetAddress.ipFromString(host)), NetAddress.isLoopback)

/** The services and their addresses, one a line. */
export const describe = (addresses: Addresses): ReadonlyArray<string> => {
  const common = reachable(addresses.common)
  return [
    `overview            ${common}/`,
    ...(addresses.web ? webLines(common, addresses) : []),
    `administration API  ${both(`${common}${prefixes.administration}`, addresses.administration)}`,
    `terminal API        ${both(`${common}${prefixes.terminal}`, addresses.terminal)}`,
    `customer API        ${both(`${common}${prefixes.customer}`, addresses.customer)}`,
    ...describeMetrics(addresses.metrics)
  ]
}

const webLines = (common: string, { office, portal, till }: Addresses): ReadonlyArray<string> => [
  `portal of guests    ${both(`${common}/portal/`, portal)}`,
  `till                ${both(`${common}/till/`, till)}`,
  `back office         ${both(`${common}/administration/`, office)}`
]

const both = (mounted: string, own: string | undefined) =>
  own === undefined ? mounted : `${mounted} and ${reachable(own)}`

// A server that listens on every address can't be opened by the address it listens on.
const reachable = (address: string) => address.replace(/\/\/(0\.0\.0\.0|\[::\])/, "//localhost")
