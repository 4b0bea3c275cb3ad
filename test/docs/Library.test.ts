import { assert, it } from "@effect/vitest"
import { hashOf } from "@wristbank/docs/library"
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { brokenLinks } from "../../scripts/docs/brokenLinks.ts"
import { browserAddress } from "../../scripts/docs/sourceAddress.ts"

const withFiles = (files: { readonly [path: string]: string }, use: (folder: string) => void) => {
  const folder = mkdtempSync(join(tmpdir(), "wristbank-test-"))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  use(folder)
  rmSync(folder, { recursive: true })
}

it("broken links and anchors of the modules' pages are found, and links of other pages to them", () =>
  withFiles({
    "docs/intro/index.html":
      "<h1 id=\"top\">A</h1><a href=\"/library/\">B</a> <a href=/library/none.html>C</a> <a href=/gone>D</a>",
    "library/index.html":
      "<a href=\"core/order.html#sale\">A</a> <a href=\"core/order.html#none\">B</a> <a href=\"https://example.org/x\">C</a>",
    "library/core/order.html":
      "<h2 id=\"sale\"></h2><a href=\"../index.html\">A</a><a href=\"/docs/intro#top\">B</a><a href=\"/docs/intro#none\">C</a><a href=\"#sale\">D</a><a href=\"sale/Sale.html\">E</a><script src=\"../assets/none.js\"></script>"
  }, (folder) =>
    assert.deepStrictEqual(brokenLinks(folder), [
      "docs/intro/index.html: /library/none.html",
      "library/core/order.html: /docs/intro#none",
      "library/core/order.html: sale/Sale.html",
      "library/core/order.html: ../assets/none.js",
      "library/index.html: core/order.html#none"
    ])))

it("the modules' pages are written anew when a source changes, comes, goes or has another name", () =>
  withFiles({ "core/a.ts": "1", "core/b.ts": "2", "core/c.md": "3" }, (folder) => {
    const hash = () => hashOf(["core/*.ts"], folder)
    const seen = [hash()]
    const change = (make: () => void) => {
      make()
      assert.notInclude(seen, hash())
      seen.push(hash())
    }
    change(() => writeFileSync(join(folder, "core/a.ts"), "4"))
    change(() => renameSync(join(folder, "core/b.ts"), join(folder, "core/d.ts")))
    change(() => rmSync(join(folder, "core/d.ts")))
    writeFileSync(join(folder, "core/c.md"), "5")
    assert.strictEqual(hash(), seen.at(-1))
    writeFileSync(join(folder, "core/a.ts"), "1")
    writeFileSync(join(folder, "core/b.ts"), "2")
    assert.strictEqual(hash(), seen[0])
  }))

it("the site's address of the source is what npm accepts as repository, for a browser", () => {
  const address = "https://code.example/wristbank"
  for (const given of [address, `${address}.git`, `git+${address}.git`, `${address}/`, { url: `git+${address}.git` }]) {
    assert.strictEqual(browserAddress(given), address)
  }
  assert.isUndefined(browserAddress(undefined))
  assert.isUndefined(browserAddress(""))
  assert.throws(() => browserAddress("git@code.example:wristbank.git"), /no address that a browser opens/)
})
