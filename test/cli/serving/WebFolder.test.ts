import { assert, it } from "@effect/vitest"
import { checkWebPorts } from "@wristbank/cli/serving/Ports"
import { webFolderOf } from "@wristbank/cli/serving/WebFolder"
import { Configuration } from "@wristbank/core/base/Configuration"
import { Effect, Exit } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

it("the web applications are those that the package brings, or else the current build of the clone", async ({ onTestFinished }) => {
  const root = mkdtempSync(join(tmpdir(), "wristbank-package-"))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const found = () => Effect.runPromise(webFolderOf(join(root, "cli")))
  assert.isUndefined(await found())
  mkdirSync(join(root, "web/dist"), { recursive: true })
  assert.isUndefined(await found())
  writeFileSync(join(root, "web/dist/.stamp"), `{"folder":"build-2","stamp":"","elsewhere":[]}`)
  assert.strictEqual(await found(), join(root, "web/dist/build-2"))
  mkdirSync(join(root, "cli/web"), { recursive: true })
  assert.strictEqual(await found(), join(root, "cli/web"))
})

it("an application that was not built can't have a port", async () => {
  const read = (flags: Record<string, string>) =>
    Effect.runPromise(Effect.provide(Configuration, Configuration.layer({ flags, environment: {} })))
  assert.isTrue(Exit.isSuccess(Effect.runSyncExit(checkWebPorts(await read({}), undefined))))
  for (const flags of [{ portalPort: "8100" }, { tillPort: "8100" }, { officePort: "8100" }]) {
    const configuration = await read(flags)
    const refused = Effect.runSync(Effect.flip(checkWebPorts(configuration, undefined) as Effect.Effect<void, Error>))
    assert.include(refused.message, "--till-port")
    assert.isTrue(Exit.isSuccess(Effect.runSyncExit(checkWebPorts(configuration, "/built"))))
  }
})
