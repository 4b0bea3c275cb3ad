import { assert, it } from "@effect/vitest"
import { packagesPage, unexplained } from "@wristbank/docs/packages"
import { type Lockfile, lockfile, refOf, runtimePackages } from "@wristbank/docs/RuntimePackages"
import { readFileSync } from "node:fs"
import { projectSbom } from "../../scripts/sbom.ts"

const packages = runtimePackages(lockfile())

it("the page of packages says what the lockfile says; node docs/generators/packages.ts writes it", () => {
  const written = readFileSync(new URL("../../docs/reference/packages.md", import.meta.url), "utf8")
  assert.strictEqual(written, packagesPage(packages))
})

it("each package that Wristbank depends on has a reason, and no other", () => {
  assert.deepStrictEqual(unexplained(packages), [])
  const [first, ...others] = packages.filter(({ name, through }) => through.has(name) && name !== "effect")
  assert.deepStrictEqual(unexplained([{ ...first!, name: "left-pad", through: new Set(["left-pad"]) }, ...packages]), [
    "left-pad"
  ])
  assert.include(unexplained(others), "effect")
})

it("nothing that only tests need runs", () => {
  const names = new Set(packages.map(({ name }) => name))
  for (const name of ["vitest", "fast-check", "typescript", "oxlint", "unpdf", "libxml2-wasm"]) {
    assert.isFalse(names.has(name), name)
  }
  for (const name of ["effect", "nodemailer", "pdfmake", "node"]) assert.isTrue(names.has(name), name)
})

it("a package is found where it is installed: beside who needs it, else further up", () => {
  const locked: Lockfile = {
    packages: {
      "": { version: "1.0.0", dependencies: { a: "*" } },
      core: { version: "1.0.0", dependencies: { "@s/b": "*" } },
      http: { version: "1.0.0" },
      "cli/stand-ins": { version: "1.0.0" },
      cli: { version: "1.0.0", optionalDependencies: { gone: "*" } },
      "node_modules/a": { version: "1.0.0", dependencies: { c: "*" }, peerDependencies: { maybe: "*" } },
      "node_modules/@s/b": { version: "2.0.0", dependencies: { c: "*", a: "*" } },
      "node_modules/@s/b/node_modules/c": { version: "3.0.0" },
      "node_modules/c": { version: "4.0.0", dependencies: { a: "*" } },
      "node_modules/d": { version: "5.0.0" }
    }
  }
  assert.deepStrictEqual(
    runtimePackages(locked).map((one) => [refOf(one), Array.from(one.needs), Array.from(one.through)]),
    [
      ["@s/b@2.0.0", ["c@3.0.0", "a@1.0.0"], ["@s/b"]],
      ["a@1.0.0", ["c@4.0.0"], ["a", "@s/b"]],
      ["c@3.0.0", [], ["@s/b"]],
      ["c@4.0.0", ["a@1.0.0"], ["a", "@s/b"]]
    ]
  )
})

it("the CycloneDX document names each package once, with its hash and with what it needs", () => {
  const { bomFormat, components, dependencies, serialNumber, specVersion } = projectSbom()
  assert.strictEqual(`${bomFormat} ${specVersion}`, "CycloneDX 1.6")
  assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  const refs = components.map((component) => component["bom-ref"])
  assert.deepStrictEqual(refs, packages.map(refOf))
  assert.strictEqual(new Set(refs).size, refs.length)
  for (const { hashes, purl } of components) {
    assert.match(purl, /^pkg:npm\/(%40[^@/]+\/)?[^@/]+@[^@]+$/)
    assert.match(hashes[0]?.content ?? "", /^[0-9a-f]{128}$/, purl)
  }
  const known = new Set(refs)
  for (const { dependsOn } of dependencies) assert.deepStrictEqual(dependsOn.filter((ref) => !known.has(ref)), [])
})
