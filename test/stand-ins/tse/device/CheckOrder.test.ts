import { assert, describe, it } from "@effect/vitest"
import { type DeviceState, maxFailures, newDevice, productionClient } from "@wristbank/stand-ins/tse/device/DeviceState"
import type { Schema } from "effect"
import { DeviceSession, password, wrongPassword } from "./DeviceSession.ts"

/** A flaw of a command: the code of its refusal, and how the flaw gets into command or device. */
interface Flaw {
  readonly code: number
  readonly fields?: Schema.JsonObject
  readonly lacks?: string
  readonly state?: Partial<DeviceState>
}

const transactions = (client: string, count: number) =>
  new Map(Array.from({ length: count }, (_, place) => [place + 1, client] as const))

const clients = (count: number) =>
  new Set([...newDevice.clients, ...Array.from({ length: count - newDevice.clients.size }, (_, place) => `${place}`)])

const blocked: Flaw = { code: 32, state: { passwordFailures: maxFailures } }
const wrong: Flaw = { code: 30, fields: { Password: wrongPassword } }
const notBase64: Flaw = { code: 9, fields: { Password: "abc" } }
const unknownClient: Flaw = { code: 19, fields: { ClientID: "nobody" } }

const users = { UserID: "MDI=", NewPassword: "NTQzMjE=", NewPasswd: "NTQzMjE=" }
const strangeUser: Flaw = { code: 29, fields: { UserID: "MDM=" } }
const shortPassword: Flaw = { code: 27, fields: { NewPasswd: "MTIz" } }

/** Commands that succeed as they are, with their flaws in the order in which a device checks them. */
const orders: ReadonlyArray<{ readonly command: Schema.JsonObject; readonly flaws: ReadonlyArray<Flaw> }> = [
  {
    command: { Command: "StartTransaction", ClientID: "POS001" },
    flaws: [
      { code: 3, lacks: "ClientID" },
      blocked,
      wrong,
      unknownClient,
      { code: 21, state: { open: transactions("POS001", 513) } }
    ]
  },
  ...["FinishTransaction", "UpdateTransaction"].map((Command) => ({
    command: { Command, ClientID: "POS001", TransactionNumber: 1 },
    flaws: [
      { code: 3, lacks: "TransactionNumber" },
      { code: 3, lacks: "ClientID" },
      blocked,
      notBase64,
      unknownClient,
      { code: 5017, fields: { TransactionNumber: 2 } }
    ]
  })),
  {
    command: { Command: "RegisterClientID", ClientID: "1000" },
    flaws: [
      { code: 3, lacks: "Password" },
      blocked,
      wrong,
      { code: 4, fields: { ClientID: "x".repeat(31) } },
      { code: 4, fields: { ClientID: "1/2" } },
      { code: 21, state: { clients: clients(101) } },
      { code: 1337, fields: { ClientID: "POS001" } }
    ]
  },
  {
    command: { Command: "DeregisterClientID", ClientID: "POS001" },
    flaws: [
      { code: 3, lacks: "ClientID" },
      blocked,
      notBase64,
      { code: 4, fields: { ClientID: "x".repeat(31) } },
      { code: 1337, fields: { ClientID: productionClient } },
      { code: 5, fields: { ClientID: "nobody" } },
      { code: 24, state: { open: new Map([[1, "POS001"], [2, "nobody"], [3, productionClient]]) } }
    ]
  },
  { command: { Command: "GetDeviceStatus" }, flaws: [blocked, wrong] },
  { command: { Command: "GetDeviceStatus" }, flaws: [blocked, notBase64] },
  {
    command: { Command: "ChangePassword", ...users, OldPassword: password },
    flaws: [
      { code: 3, lacks: "OldPassword" },
      { code: 9, fields: { OldPassword: "abc" } },
      blocked,
      strangeUser,
      { code: 30, fields: { OldPassword: wrongPassword } },
      shortPassword
    ]
  },
  {
    command: { Command: "UnblockUser", ...users, Puk: "MDAwMDAw" },
    flaws: [
      { code: 3, lacks: "Puk" },
      { code: 9, fields: { Puk: "abc" } },
      { code: 33, state: { pukFailures: maxFailures } },
      strangeUser,
      { code: 31, fields: { Puk: "MTExMTEx" } },
      shortPassword
    ]
  }
]

/** The answer to the command with these flaws; the first flaw wins where they contradict each other. */
const answered = (command: Schema.JsonObject, flaws: ReadonlyArray<Flaw>, state: Partial<DeviceState> = {}) => {
  const session = new DeviceSession()
  session.state = { ...newDevice, open: transactions("POS001", command["TransactionNumber"] === 1 ? 1 : 0), ...state }
  const fields: Record<string, Schema.Json> = { ...command, Password: password }
  for (const flaw of flaws.toReversed()) {
    Object.assign(fields, flaw.fields)
    session.state = { ...session.state, ...flaw.state }
  }
  for (const { lacks } of flaws) if (lacks !== undefined) delete fields[lacks]
  return { code: session.code(fields), failures: session.state.passwordFailures }
}

for (const { command, flaws } of orders) {
  it(`${command["Command"]} with ${flaws.length} flaws is refused for one after the other`, () => {
    for (const [place, { code }] of flaws.entries()) {
      assert.strictEqual(answered(command, flaws.slice(place)).code, code, `all from flaw ${place} on`)
      assert.strictEqual(answered(command, flaws.slice(place, place + 1)).code, code, `flaw ${place} alone`)
    }
    assert.isNull(answered(command, []).code)
  })
}

describe("the count of wrong passwords, which is 1 before,", () => {
  const after = (command: Schema.JsonObject, ...flaws: ReadonlyArray<Flaw>) =>
    answered(command, flaws, { passwordFailures: 1 }).failures
  const [start, finish] = orders.flatMap(({ command }) => command["Command"] === "UpdateTransaction" ? [] : [command])
  const [register, deregister, status] = orders.slice(3).map(({ command }) => command)

  it("is put back by a start whatever follows, by a finish once the client is known", () => {
    const full = { code: 21, state: { open: transactions("POS001", 513) } }
    assert.deepStrictEqual([after(start!), after(start!, unknownClient), after(start!, full)], [0, 0, 0])
    const closed = { code: 5017, fields: { TransactionNumber: 2 } }
    assert.deepStrictEqual([after(finish!), after(finish!, closed), after(finish!, unknownClient)], [0, 0, 1])
  })

  it("is put back by a change of clients alone, and never by the status", () => {
    const bad = { code: 4, fields: { ClientID: "ü" } }
    const own = { code: 1337, fields: { ClientID: productionClient } }
    assert.deepStrictEqual([after(register!), after(register!, bad), after(register!, own)], [0, 1, 1])
    assert.deepStrictEqual([after(deregister!), after(deregister!, bad), after(deregister!, own)], [0, 1, 1])
    assert.strictEqual(after(status!), 1)
  })

  it("rises with each wrong one and with nothing else", () => {
    for (const command of [start!, finish!, register!, deregister!, status!]) {
      assert.deepStrictEqual([after(command, wrong), after(command, notBase64)], [2, 1])
      assert.isAtMost(after(command, { code: 3, lacks: "Password" }), 1)
    }
  })
})
