import { assert, it } from "@effect/vitest"
import { changelogOf, changelogPage, changeOf, changesIn } from "@wristbank/docs/changelog"
import { firstVersion } from "@wristbank/docs/FirstVersion"
import { readFileSync } from "node:fs"

it("docs/reference/changelog.md is what docs/generators/changelog.ts writes", () =>
  assert.strictEqual(
    readFileSync(new URL("../../docs/reference/changelog.md", import.meta.url), "utf8"),
    changelogPage()
  ))

const change = "---\n\"@wristbank/cli\": minor\n\"@wristbank/core\": minor\n---\n\nReports as PDF.\nOne for each day.\n"

const changelog = (name: string) =>
  `# @wristbank/${name}

## 0.3.0

### Minor Changes

- 1a2b3c4: Payouts have a file
  for the bank.

### Patch Changes

- Updated dependencies [1a2b3c4]
  - @wristbank/core@0.3.0

## 0.2.0

### Patch Changes

- 5d6e7f8: A receipt of ${name} is right.
`

it("a change of several packages stands once in its version, the newest version first", () => {
  const released = ["core", "cli"].flatMap((name) => changesIn(name, changelog(name)))
  const page = changelogOf([changeOf(change)], released).replace(firstVersion, "0.1.0 stands last")
  assert.deepStrictEqual(page.split("\n").filter((line) => /^(?:#|-| {2}|0)/.test(line)), [
    "# Changelog",
    "## Next version",
    "### Added in the next version",
    "- Reports as PDF.",
    "  One for each day. (`core` and `cli`)",
    "## 0.3.0",
    "### Added in 0.3.0",
    "- Payouts have a file",
    "  for the bank. (`core` and `cli`)",
    "## 0.2.0",
    "### Fixed in 0.2.0",
    "- A receipt of core is right. (`core`)",
    "- A receipt of cli is right. (`cli`)",
    "0.1.0 stands last"
  ])
})

it("a description without a package is refused", () =>
  assert.throws(() => changeOf("---\n---\n\nSomething\n"), /no description/))
