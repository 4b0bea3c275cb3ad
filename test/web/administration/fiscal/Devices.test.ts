import fc from "fast-check"
import { expect, test } from "vitest"
import { certificateCondition, deviceCondition, targetsFor } from "../../../../web/administration/fiscal/Devices.ts"
import { commandsOf, exportOf, readiness } from "../../../../web/administration/fiscal/Export.ts"

const now = Date.parse("2026-07-03T12:00:00Z")
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const healthy = {
  certificate_end: inDays(400),
  connected: true,
  fault: null,
  password_refused: false,
  queue_length: 0,
  status: "active" as const
}

test("a certificate warns two months before its end", () => {
  expect([400, 61, 59, 1, 0, -1].map((days) => certificateCondition(inDays(days), now)))
    .toEqual(["good", "good", "attention", "attention", "stopped", "stopped"])
  expect(certificateCondition(null, now)).toBeUndefined()
})

test("a device is stopped when orders wait and no one signs, and one out of use concerns no one", () => {
  expect(deviceCondition(healthy, now)).toBe("good")
  expect(deviceCondition({ ...healthy, certificate_end: null }, now)).toBe("good")
  expect(deviceCondition({ ...healthy, connected: false }, now)).toBe("attention")
  expect(deviceCondition({ ...healthy, connected: false, queue_length: 1 }, now)).toBe("stopped")
  expect(deviceCondition({ ...healthy, fault: "capacity" }, now)).toBe("attention")
  expect(deviceCondition({ ...healthy, password_refused: true }, now)).toBe("stopped")
  expect(deviceCondition({ ...healthy, status: "failed" }, now)).toBe("stopped")
  expect(deviceCondition({ ...healthy, status: "new", connected: false }, now)).toBe("attention")
  expect(deviceCondition({ ...healthy, certificate_end: inDays(-1) }, now)).toBe("stopped")
  expect(deviceCondition({ ...healthy, status: "disabled", password_refused: true }, now)).toBeUndefined()
})

test("tills go to an active device, never to the one they leave", () =>
  fc.assert(fc.property(
    fc.array(fc.constantFrom("new", "active", "failed", "disabled")),
    fc.nat({ max: 20 }),
    (statuses, leaving) => {
      const devices = statuses.map((status, id) => ({ id, status: status as "active" | "disabled" | "failed" | "new" }))
      const targets = targetsFor(devices, { id: leaving })
      expect(targets.every(({ id, status }) => status === "active" && id !== leaving)).toBe(true)
      expect(targets.length).toBe(devices.filter(({ id, status }) => status === "active" && id !== leaving).length)
    }
  )))

test("an export asks for its period alone, and its file says it", () => {
  const asked = { from: "", to: "", open: false, anyway: false }
  expect(exportOf(2, asked)).toEqual({ query: {}, name: "event-2.zip" })
  expect(exportOf(2, { from: "2026-06-26", to: "2026-06-28", open: true, anyway: true })).toEqual({
    query: { from: "2026-06-26", to: "2026-06-28", open: "true", anyway: "true" },
    name: "event-2-from-2026-06-26-to-2026-06-28.zip"
  })
})

test("an export is ready when nothing is missing that the office can see", () => {
  const settings = { street: "Wiese 1", zip: "12345", city: "Musterstadt", tax_number: "1/2/3" }
  expect(readiness(settings, [], [{ queue_length: 0 }]))
    .toEqual({ hasAddress: true, hasTaxNumber: true, allEnded: true, allSigned: true })
  expect(readiness({ ...settings, city: " ", tax_number: "" }, [{}], [{ queue_length: 0 }, { queue_length: 2 }]))
    .toEqual({ hasAddress: false, hasTaxNumber: false, allEnded: false, allSigned: false })
})

test("commands take names of people and devices as one word, whatever is in them", () => {
  const [end, , , , log] = commandsOf(7, "anna o'neill", ["TSE; rm -rf /"]).map(({ command }) => command)
  expect(end).toBe(String.raw`wristbank fiscal end-closings --event 7 --as 'anna o'\''neill'`)
  expect(log).toContain("--tse 'TSE; rm -rf /'")
})
