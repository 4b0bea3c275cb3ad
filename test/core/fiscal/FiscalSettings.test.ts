import { assert, it } from "@effect/vitest"
import { refusalName } from "@wristbank/core/base/Rule"
import { change, FiscalSettings, undecided, UpdateFiscalSettings } from "@wristbank/core/fiscal/FiscalSettings"
import { Result, Schema } from "effect"

const idle = { devicesInUse: 0, waiting: false, signed: false }

const read = Schema.decodeUnknownResult(UpdateFiscalSettings)

it("an event that decided nothing does not sign", () =>
  assert.deepStrictEqual({ ...undecided }, {
    signing: false,
    outage_limit: 10,
    cash_movements: "slot_five",
    tag_payments: "redemption",
    payment_types: "detailed",
    street: "",
    zip: "",
    city: "",
    country: "DEU",
    tax_number: ""
  }))

it.prop("what is not named stays", [FiscalSettings, FiscalSettings], ([current, wanted]) => {
  const names = Object.keys(wanted).filter((name) => name !== "signing" && name !== "cash_movements")
  for (const name of names) {
    const part = Object.fromEntries(Object.entries(wanted).filter(([other]) => other === name))
    const next = Result.getOrThrow(change(current, Schema.decodeUnknownSync(UpdateFiscalSettings)(part), idle))
    assert.deepStrictEqual({ ...next }, { ...current, ...part })
  }
})

it.prop("signing ends without devices and waiting orders alone, and all signed cash movements have one form", [
  FiscalSettings,
  UpdateFiscalSettings,
  Schema.Boolean,
  Schema.Boolean,
  Schema.Boolean
], ([current, input, devices, waiting, signed]) => {
  const next = new FiscalSettings({ ...current, ...input })
  const stops = current.signing && !next.signing
  const expected = stops && devices
    ? "fiscal.devices_in_use"
    : stops && waiting
    ? "fiscal.orders_unsigned"
    : current.cash_movements !== next.cash_movements && signed
    ? "fiscal.cash_movements_fixed"
    : null
  const decided = change(current, input, { devicesInUse: devices ? 1 : 0, waiting, signed })
  assert.strictEqual(Result.isFailure(decided) ? refusalName(decided.failure) : null, expected)
})

it("addresses fit the columns of the export, and countries are known", () => {
  const most = { street: 60, zip: 10, city: 62, tax_number: 20 }
  for (const [name, length] of Object.entries(most)) {
    assert.isTrue(Result.isSuccess(read({ [name]: "x".repeat(length) })), name)
    assert.isTrue(Result.isFailure(read({ [name]: "x".repeat(length + 1) })), name)
    assert.isTrue(Result.isFailure(read({ [name]: "two\nlines" })), name)
  }
  for (const country of ["DEU", "AUT", "CHE"]) assert.isTrue(Result.isSuccess(read({ country })), country)
  for (const country of ["DE", "deu", "XXX", ""]) assert.isTrue(Result.isFailure(read({ country })), country)
  for (const outage_limit of [0, 3601, 1.5]) assert.isTrue(Result.isFailure(read({ outage_limit })))
})
