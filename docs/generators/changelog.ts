/** Writes `docs/reference/changelog.md` from the changes in `.changeset`, the changelogs of the packages and the first version: `node docs/generators/changelog.ts`. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { folderOf, packages } from "../../scripts/pack/manifest.ts"
import { firstVersion } from "./FirstVersion.ts"
import { listed, madeBy } from "./Markdown.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A change as someone who uses a package notices it. */
export interface Change {
  /** The packages it is in, by their names. */
  readonly packages: ReadonlyArray<string>
  readonly kind: string
  readonly text: string
}

/** Reads a file of `.changeset`: packages with their kinds of change, and a text. */
export const changeOf = (changeset: string): Change => {
  const [, matter, text] = /^---\n([^]*?)\n---\n([^]*)$/.exec(changeset) ?? []
  const found = Array.from((matter ?? "").matchAll(/^"@wristbank\/([\w-]+)": (\w+)$/gm))
  if (text === undefined || found.length === 0) throw new Error(`This is no description of a change: ${changeset}`)
  return { packages: found.map(([, name]) => name!), kind: found[0]![2]!, text: text.trim() }
}

/** Reads the changelog of a package as changesets write it: the changes of each version. */
export const changesIn = (name: string, changelog: string): ReadonlyArray<readonly [version: string, Change]> =>
  changelog.split(/^## /m).slice(1).flatMap((part) =>
    part.split(/^### /m).slice(1).flatMap((ofKind) => {
      const version = part.split("\n")[0]!.trim()
      const kind = ofKind.split(" ")[0]!.toLowerCase()
      return ofKind.split(/^- /m).slice(1)
        .map((entry) => entry.replace(/^[0-9a-f]{7,40}: /, "").replaceAll(/^ {2}/gm, "").trim())
        // Changesets list new versions of the other packages as well.
        .filter((text) => !text.startsWith("Updated dependencies") && !text.startsWith("@wristbank/"))
        .map((text) => [version, { packages: [name], kind, text }] as const)
    })
  )

/** Changes that several packages tell of stand once. */
const merged = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> =>
  Array.from(Map.groupBy(changes, ({ text }) => text), ([text, same]) => ({
    text,
    kind: same[0]!.kind,
    packages: packages.filter((name) => same.some((change) => change.packages.includes(name)))
  }))

const kinds = { major: "Changed", minor: "Added", patch: "Fixed" }

const sectionOf = (version: string, changes: ReadonlyArray<Change>): string => {
  const parts = Object.entries(kinds).flatMap(([kind, title]) => {
    const ofKind = merged(changes).filter((change) => change.kind === kind)
    const lines = ofKind.map((change) =>
      `- ${change.text.replaceAll("\n", "\n  ")} (${listed(change.packages.map((name) => `\`${name}\``))})`
    )
    return lines.length === 0
      ? []
      : [`### ${title} in ${version === "" ? "the next version" : version}\n\n${lines.join("\n")}`]
  })
  return [`## ${version === "" ? "Next version" : version}`, ...parts].join("\n\n")
}

/** The page of changes that are not released, those of each version, the newest first, and what the first version is. */
export const changelogOf = (
  next: ReadonlyArray<Change>,
  released: ReadonlyArray<readonly [version: string, Change]>
): string => {
  const versions = Map.groupBy(released, ([version]) => version)
  return `# Changelog

${madeBy("changelog", "FirstVersion.ts, .changeset and the changelogs of the packages")}

What users of a version notice. All packages have one version; the code in parentheses says in which of them a change is.

${
    [
      ...next.length === 0 ? [] : [sectionOf("", next)],
      ...Array.from(versions, ([version, changes]) => sectionOf(version, changes.map(([, change]) => change))),
      firstVersion
    ].join("\n\n")
  }
`
}

/** The text of `docs/reference/changelog.md`. */
export const changelogPage = (): string => {
  const folder = join(root, ".changeset")
  const next = readdirSync(folder).filter((file) => file.endsWith(".md") && file !== "README.md").toSorted()
    .map((file) => changeOf(readFileSync(join(folder, file), "utf8")))
  const released = packages.flatMap((name) => {
    const path = join(root, folderOf(name), "CHANGELOG.md")
    // There is none before the first release.
    return existsSync(path) ? changesIn(name, readFileSync(path, "utf8")) : []
  })
  return changelogOf(next, released)
}

if (import.meta.main) writeFileSync(join(root, "docs/reference/changelog.md"), changelogPage())
