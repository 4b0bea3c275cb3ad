import { assert, it } from "@effect/vitest"
import { hostsOf } from "@wristbank/core/guest/PortalHost"

it("a portal at the root of its host stands for that host, with or without the usual port", () => {
  for (
    const [url, hosts] of [
      ["https://pay.example.org", ["pay.example.org", "pay.example.org:443"]],
      ["https://Pay.Example.org/", ["pay.example.org", "pay.example.org:443"]],
      ["http://pay.example.org:80", ["pay.example.org", "pay.example.org:80"]],
      ["http://localhost:8000", ["localhost:8000"]],
      ["https://[::1]:8443/", ["[::1]:8443"]],
      ["https://bücher.example", ["xn--bcher-kva.example", "xn--bcher-kva.example:443"]],
      ["https://example.org/portal", []],
      ["https://example.org/portal/", []],
      ["", []],
      ["no address", []]
    ] as const
  ) {
    assert.deepStrictEqual(hostsOf(url), hosts, url)
  }
})
