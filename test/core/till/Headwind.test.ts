import { assert, describe, it } from "@effect/vitest"
import { DeviceManagement, ManagementConnection, ManagementError } from "@wristbank/core/till/DeviceManagement"
import * as Headwind from "@wristbank/core/till/Headwind"
import { Effect, Layer, Redacted } from "effect"
import fc from "fast-check"

const logged = (lat: unknown, lon: unknown, createTime: unknown, deviceNumber: string | null = "h-1") => ({
  deviceNumber,
  createTime,
  message: `Network location update: lat=${String(lat)}, lon=${String(lon)}`
})

describe("a device of Headwind", () => {
  it("is where the newest entry of its log says, in any quarter of the earth", () => {
    const decimals = (most: number) =>
      fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6)
    fc.assert(fc.property(
      fc.array(fc.tuple(decimals(90), decimals(180)), { minLength: 1 }),
      fc.infiniteStream(fc.nat()),
      (places, order) => {
        const entries = places.map(([lat, lon], index) => logged(lat.toFixed(6), lon.toFixed(6), 1000 + index))
          .map((entry) => ({ entry, at: order.next().value }))
          .toSorted((one, other) => one.at - other.at)
        const [latitude, longitude] = places.at(-1)!
        assert.deepStrictEqual(Headwind.positionIn("h-1", entries.map(({ entry }) => entry)), {
          latitude,
          longitude,
          at: 1000 + places.length - 1
        })
      }
    ))
  })

  it("has no position by entries that are no places, have no moment or are of other devices", () => {
    const useless = [
      logged(91, 0, 5),
      logged(0, 181, 5),
      logged("", "", 5),
      logged("1e1", 0, 5).message,
      logged(1, 1, "5"),
      logged(1, 1, -5),
      logged(1, 1, 8.7e15),
      logged(1, 1, 5, "h-10"),
      { message: "Battery 50 %", createTime: 5 },
      null
    ]
    assert.isNull(Headwind.positionIn("h-1", useless))
    assert.deepStrictEqual(Headwind.positionIn("h-1", [logged(1, 2, 5, null)]), { latitude: 1, longitude: 2, at: 5 })
  })

  it("has a state by its colour, and texts and moments that a database can hold", () => {
    const read = Headwind.deviceOf({
      number: "h-1",
      statusCode: "yellow",
      lastUpdate: 1e300,
      serial: "  ",
      description: "Bar\u0000\n\ud800",
      info: { model: null }
    })
    assert.deepStrictEqual(read, {
      deviceId: "h-1",
      status: "unknown",
      serial: null,
      imei: null,
      description: "Bar \ufffd",
      model: null,
      ipAddress: null,
      lastUpdate: null
    })
    assert.strictEqual(Headwind.deviceOf({ number: "h-1", statusCode: "green" })?.status, "online")
    assert.strictEqual(Headwind.deviceOf({ number: "h-1", statusCode: "constructor" })?.status, "unknown")
    assert.strictEqual(Headwind.deviceOf({ number: "h-1", statusCode: "red" })?.status, "offline")
    for (const number of ["", "a\u0000", "\ud800", "x".repeat(256), 5, null]) {
      assert.isUndefined(Headwind.deviceOf({ number }))
    }
  })
})

interface Asked {
  readonly path: string
  readonly body: { readonly [name: string]: unknown }
  readonly token: string | undefined
}

/** Reads with a connection that answers by a function, and returns what was read or why not, and what was asked. */
const readWith = (answer: (asked: Asked) => { readonly status: number; readonly text: string } | "timeout") => {
  const asked: Array<Asked> = []
  const connection = Layer.succeed(ManagementConnection, {
    post: ({ body, token, url }) => {
      const request = {
        path: url.pathname,
        body: body as Asked["body"],
        token: token && Redacted.value(token)
      }
      asked.push(request)
      const answered = answer(request)
      return answered === "timeout"
        ? Effect.fail(new ManagementError({ reason: "timeout" }))
        : Effect.succeed(answered)
    }
  })
  const server = { url: "https://mdm.example/hw", username: "organiser", password: Redacted.make("headwind-password") }
  return DeviceManagement.use(({ devices }) => devices(server)).pipe(
    Effect.provide(Layer.provide(Headwind.layer, connection)),
    Effect.match({
      onFailure: ({ reason }) => ({ reason, asked, devices: [], problem: null }),
      onSuccess: ({ devices, problem }) => ({ reason: null, asked, devices, problem: problem?.reason ?? null })
    })
  )
}

const json = (body: unknown) => ({ status: 200, text: JSON.stringify(body) })
const signedIn = json({ id_token: "token-1" })
const listed = (items: ReadonlyArray<unknown>) => json({ status: "OK", data: { devices: { items } } })
const noLog = json({ status: "OK", data: { items: [] } })
const signIn = "/hw/rest/public/jwt/login"
const search = "/hw/rest/private/devices/search"

describe("a reading of Headwind", () => {
  it.effect("signs in with the digest of the password, and reads all pages", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 2005 }, (_, index) => ({ number: `h-${index}` }))
      const { asked, devices } = yield* readWith(({ body, path }) => {
        if (path === signIn) return signedIn
        const page = Number(body.pageNum) - 1
        return path === search ? listed(all.slice(page * 1000, (page + 1) * 1000)) : noLog
      })
      assert.deepStrictEqual(devices.map(({ deviceId }) => deviceId), all.map(({ number }) => number))
      assert.deepStrictEqual(asked[0], {
        path: signIn,
        body: { login: "organiser", password: "0ABBFBC2E410A42A3089E168601A7D8D" },
        token: undefined
      })
      assert.strictEqual(asked.filter(({ path }) => path === search).length, 3)
      assert.isTrue(asked.slice(1).every(({ token }) => token === "token-1"))
    }))

  it.effect("ends with a server that sends its first page for ever, and skips entries that can't be read", () =>
    Effect.gen(function*() {
      const page = [...Array.from({ length: 999 }, (_, index) => ({ number: `h-${index}` })), { number: null }]
      const { asked, devices } = yield* readWith(({ path }) =>
        path === signIn ? signedIn : path === search ? listed(page) : noLog
      )
      assert.strictEqual(devices.length, 999)
      assert.strictEqual(asked.filter(({ path }) => path === search).length, 2)
    }))

  it.effect("fails by the reason of the sign-in or of the list", () =>
    Effect.gen(function*() {
      const cases = [
        ["sign_in_refused", { status: 401, text: "" }, listed([])],
        ["unreadable", json({}), listed([])],
        ["unreadable", { status: 200, text: "<html>" }, listed([])],
        ["sign_in_refused", signedIn, { status: 403, text: "" }],
        ["failed", signedIn, { status: 302, text: "" }],
        ["failed", signedIn, json({ status: "ERROR", message: "error.permission.denied" })],
        ["unreadable", signedIn, json({ status: "OK", data: null })]
      ] as const
      for (const [reason, first, second] of cases) {
        const found = yield* readWith(({ path }) => path === signIn ? first : second)
        assert.strictEqual(found.reason, reason)
      }
    }))

  it.effect("has the devices without their positions when logs can't be read, and stops asking a silent server", () =>
    Effect.gen(function*() {
      const all = Array.from({ length: 50 }, (_, index) => ({ number: `h-${index}` }))
      const withLog = (log: ReturnType<Parameters<typeof readWith>[0]>) =>
        readWith(({ path }) => path === signIn ? signedIn : path === search ? listed(all) : log)
      const refused = yield* withLog({ status: 404, text: "" })
      assert.deepStrictEqual([refused.devices.length, refused.problem, refused.asked.length], [50, "failed", 52])
      const silent = yield* withLog("timeout")
      assert.deepStrictEqual([silent.devices.length, silent.problem], [50, "timeout"])
      assert.isBelow(silent.asked.length, 10)
    }))
})
