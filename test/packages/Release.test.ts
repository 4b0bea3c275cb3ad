import { afterAll, assert, beforeAll, it, vi } from "@effect/vitest"
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { root } from "../../scripts/built.js"
import { folderOf, packages } from "../../scripts/pack/manifest.ts"
import { release, versionsOf } from "../../scripts/release.ts"

/** Stands in for the programs that a release runs: notes each call, lists a tag, and raises versions where changesets would. */
const standIn = `#!/bin/sh
if [ "$*" = "tag --list" ]; then cat "$TAGS"; exit; fi
echo "$(basename "$0") $*" >> "$CALLS"
case "$*" in
  *@changesets/cli*) for name in core http cli/stand-ins cli; do sed -i.before 's/"version": "[^"]*"/"version": "9.8.7"/' $name/package.json; done ;;
esac
`

const folder = mkdtempSync(join(tmpdir(), "wristbank-release-"))
const checkout = join(folder, "checkout")
const calls = join(folder, "calls")
const tags = join(folder, "tags")

beforeAll(() => {
  for (const file of ["package.json", ...packages.map((name) => `${folderOf(name)}/package.json`)]) {
    cpSync(join(root, file), join(checkout, file))
  }
  cpSync(join(root, "http/src/api/ApiDocument.ts"), join(checkout, "http/src/api/ApiDocument.ts"))
  mkdirSync(join(checkout, ".changeset"))
  writeFileSync(join(folder, "stand-in"), standIn)
  chmodSync(join(folder, "stand-in"), 0o755)
  for (const program of ["git", "node", "npm", "npx"]) symlinkSync("stand-in", join(folder, program))
  vi.stubEnv("PATH", [folder, process.env["PATH"]].join(delimiter))
  vi.stubEnv("CALLS", calls)
  vi.stubEnv("TAGS", tags)
})

afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const callsOf = (isTrial: boolean) => {
  writeFileSync(calls, "")
  release(checkout, isTrial)
  return readFileSync(calls, "utf8").trimEnd().split("\n")
}

it("a release without a described change is refused, before anything is run", () => {
  writeFileSync(tags, "v0.1.0\n")
  assert.throws(() => release(checkout, true), /No change is described in .changeset/)
  assert.throws(() => readFileSync(calls), /ENOENT/)
})

it("the first version is released as it is, and only without described changes", () => {
  writeFileSync(tags, "")
  const { version } = JSON.parse(readFileSync(join(checkout, "core/package.json"), "utf8"))
  const done = callsOf(false)
  assert.deepStrictEqual(done.filter((call) => call.includes("@changesets/cli") || call.startsWith("git")), [
    `git tag v${version}`
  ])
  assert.lengthOf(
    done.filter((call) => call.startsWith("npm publish") && call.endsWith(`-${version}.tgz`)),
    packages.length
  )

  writeFileSync(join(checkout, ".changeset/change.md"), "---\n\"@wristbank/core\": minor\n---\n\nMore.\n")
  assert.throws(() => release(checkout, true), /The first version has no changes/)
})

it("a trial does all of a release but publish, commit and tag", () => {
  writeFileSync(tags, "v0.1.0\n")
  writeFileSync(join(checkout, ".changeset/change.md"), "---\n\"@wristbank/core\": minor\n---\n\nMore.\n")
  const tried = callsOf(true)
  assert.deepStrictEqual(new Set(Object.values(versionsOf(checkout))), new Set(["9.8.7"]))
  assert.deepStrictEqual(tried.filter((call) => call.startsWith("git")), [])
  const published = tried.filter((call) => call.startsWith("npm publish"))
  assert.lengthOf(published, packages.length)
  for (const call of published) {
    assert.match(call, / --dry-run \.\/dist\/wristbank-(?:core|http|stand-ins|cli)-9\.8\.7\.tgz$/)
  }

  const done = callsOf(false)
  assert.deepStrictEqual(done.filter((call) => call.includes("--dry-run")), [])
  assert.deepStrictEqual(done.slice(-2), ["git commit --all --quiet --message Release 9.8.7", "git tag v9.8.7"])
  const shared = (list: ReadonlyArray<string>) =>
    list.filter((call) => !/^git|^npm ci/.test(call)).map((call) => call.replace(" --dry-run", ""))
  assert.deepStrictEqual(shared(tried), shared(done))
})
