import { assert, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"

const root = resolve(import.meta.dirname, "../..")

const vitest = (args: ReadonlyArray<string>) =>
  new Promise<{ code: number; stdout: string }>((done) => {
    execFile(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...args], {
      env: { ...process.env, VITEST: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
    }, (error, stdout) => done({ code: typeof error?.code === "number" ? error.code : 0, stdout }))
  })

it("the last line counts passed, failed and skipped tests, and files that can't be loaded", async () => {
  const folder = await mkdtemp(join(root, "node_modules", ".counting-"))
  try {
    await writeFile(join(folder, "vitest.config.mjs"), `export default { test: { include: ["*.case.mjs"] } }`)
    await writeFile(
      join(folder, "some.case.mjs"),
      `import { expect, it } from "vitest"
       it("a", () => {}); it("b", () => {}); it("c", () => expect(1).toBe(2)); it.skip("d", () => {})`
    )
    await writeFile(join(folder, "broken.case.mjs"), `throw new Error("can't be loaded")`)
    const reporter = join(root, "test/support/CountReporter.ts")
    const { code, stdout } = await vitest(["--root", folder, "--reporter", "default", "--reporter", reporter])
    assert.strictEqual(stdout.trimEnd().split("\n").at(-1), "2 passed, 2 failed, 1 skipped")
    assert.strictEqual(code, 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
