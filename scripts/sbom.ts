// Writes the runtime packages as a CycloneDX document, from the lockfile and without the network: `npm run sbom`. Options:
// --output FILE, by default dist/wristbank.cdx.json. (`npm sbom` leaves out packages that are needed for development as
// well, such as `effect`.)
import { lockfile, refOf, type RuntimePackage, runtimePackages } from "@wristbank/docs/RuntimePackages"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { parseArgs } from "node:util"

const root = resolve(import.meta.dirname, "..")

/** The package URL: https://github.com/package-url/purl-spec */
const purlOf = ({ name, version }: Pick<RuntimePackage, "name" | "version">) =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`

const hashesOf = (integrity: string | undefined) => {
  const [, algorithm, hash] = /^(sha\d+)-(.+)$/.exec(integrity ?? "") ?? []
  if (algorithm === undefined || hash === undefined) return []
  return [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(hash, "base64").toString("hex") }]
}

/** A name of the SPDX list, an expression of several names, or the package's own text. */
const licensesOf = (license: string) => {
  if (license === "unknown") return []
  if (/ (?:AND|OR) /.test(license)) return [{ expression: license }]
  return [{ license: license.includes(" ") ? { name: license } : { id: license } }]
}

const componentOf = (one: RuntimePackage) => {
  const [scope, bare] = one.name.startsWith("@") ? one.name.split("/") as [string, string] : [undefined, one.name]
  return {
    type: "library",
    "bom-ref": refOf(one),
    ...(scope === undefined ? {} : { group: scope }),
    name: bare,
    version: one.version,
    purl: purlOf(one),
    licenses: licensesOf(one.license),
    hashes: hashesOf(one.integrity)
  }
}

/** A number for the document that changes when a package does. */
const serialOf = (packages: ReadonlyArray<RuntimePackage>) => {
  const digest = createHash("sha256").update(packages.map((one) => `${refOf(one)} ${one.integrity}`).join("\n")).digest(
    "hex"
  )
  const [a, b, c, d] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16), digest.slice(17, 20)]
  return `urn:uuid:${a}-${b}-5${c}-8${d}-${digest.slice(20, 32)}`
}

/** The document, as the standard describes it: https://cyclonedx.org/docs/1.6/json/ */
const sbom = (
  packages: ReadonlyArray<RuntimePackage>,
  project: { readonly name: string; readonly version: string }
) => ({
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  serialNumber: serialOf(packages),
  version: 1,
  metadata: {
    lifecycles: [{ phase: "pre-build" }],
    component: { type: "application", "bom-ref": refOf(project), ...project, purl: purlOf(project) }
  },
  components: packages.map(componentOf),
  dependencies: [
    { ref: refOf(project), dependsOn: packages.filter(({ name, through }) => through.has(name)).map(refOf) },
    ...packages.map((one) => ({ ref: refOf(one), dependsOn: Array.from(one.needs).toSorted() }))
  ]
})

/** The document of the project in its current state. */
export const projectSbom = () => {
  const { name, version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"))
  return sbom(runtimePackages(lockfile()), { name, version })
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { output: { type: "string", default: "dist/wristbank.cdx.json" } } })
  const file = resolve(root, values.output)
  mkdirSync(dirname(file), { recursive: true })
  const document = projectSbom()
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`)
  process.stdout.write(`${document.components.length} packages in ${file}\n`)
}
