import type { OutgoingRule } from "@wristbank/cli/outgoing/OutgoingConnection"
import { IpNetwork } from "effect/net"

const networks = ["127.0.0.0/8", "::1/128"]

/**
 * Settings that allow signing devices, mail servers, device managements and ticket shops on this machine, where those of the tests
 * are, at any pace.
 */
export const loopback = {
  WRISTBANK_DEVICE_NETWORKS: networks.join(),
  WRISTBANK_MAIL_NETWORKS: networks.join(),
  WRISTBANK_MANAGEMENT_NETWORKS: networks.join(),
  WRISTBANK_PRESALE_NETWORKS: networks.join(),
  WRISTBANK_PRESALE_REQUESTS_PER_MINUTE: "60000"
}

/** The same rule for code that reads no settings. */
export const loopbackRule: OutgoingRule = {
  networks: networks.map(IpNetwork.fromStringUnsafe),
  exceptions: [],
  setting: "WRISTBANK_TEST_NETWORKS",
  database: null
}
