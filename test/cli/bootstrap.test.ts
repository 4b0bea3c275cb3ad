import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { reasonToInstall } from "../../scripts/bootstrap.js"

type Package = { version?: string; integrity?: string; optional?: boolean; link?: boolean }
type Lockfile = { packages: Record<string, Package> }

const packages: fc.Arbitrary<Record<string, Package>> = fc.dictionary(
  fc.stringMatching(/^node_modules\/[a-z]{1,8}$/),
  fc.record({
    version: fc.stringMatching(/^[0-9]\.[0-9]\.[0-9]$/),
    integrity: fc.stringMatching(/^sha512-[a-z]{8}$/),
    optional: fc.boolean()
  }),
  { minKeys: 1, maxKeys: 8 }
)

const lockfileOf = (entries: Record<string, Package>): Lockfile => ({
  packages: { "": { version: "1.0.0" }, core: { version: "1.0.0" }, ...entries }
})

it("nothing installed asks for an install", () => assert.isString(reasonToInstall(lockfileOf({}), undefined)))

it("what the lockfile says, without packages of other platforms, asks for none", () =>
  fc.assert(fc.property(packages, (entries) => {
    const here = Object.fromEntries(Object.entries(entries).filter(([, { optional }]) => optional !== true))
    assert.isUndefined(reasonToInstall(lockfileOf(entries), { packages: entries }))
    assert.isUndefined(reasonToInstall(lockfileOf(entries), { packages: here }))
  })))

it("a package that is missing, older or of other content asks for an install and is named", () =>
  fc.assert(
    fc.property(packages, fc.nat(), fc.constantFrom("missing", "version", "integrity"), (entries, nth, change) => {
      const names = Object.keys(entries)
      const name = names[nth % names.length] ?? ""
      const { [name]: wanted, ...others } = entries
      const installed = change === "missing" ? others : { ...entries, [name]: { ...wanted, [change]: "another" } }
      const lockfile = lockfileOf({ ...entries, [name]: { ...wanted, optional: false } })
      assert.include(reasonToInstall(lockfile, { packages: installed }), name)
    })
  ))
