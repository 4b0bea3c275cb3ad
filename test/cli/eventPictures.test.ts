import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Festival } from "../support/Festival.ts"
import { done } from "../support/FestivalServer.ts"
import { folder } from "./EventFolder.ts"

layer(Festival.layer, { excludeTestServices: true })("wristbank event with pictures", (it) => {
  it.effect("export writes the pictures beside the file, where they can be changed", () =>
    Effect.gen(function*() {
      const { cwd, event } = yield* folder
      const { admin } = yield* Festival
      const logo = (fill: string) => `<svg xmlns="http://www.w3.org/2000/svg"><path fill="${fill}"></path></svg>`
      const upload = { data: btoa(logo("red")), mime_type: "image/svg+xml" }
      done(yield* admin("POST", "/tree/events/1/event-design/bon-logo", upload))
      const written = yield* event(["export", "Festival", "--output", "festival.yaml"])
      assert.deepStrictEqual([written.code, written.stderr], [0, ""])
      assert.strictEqual(
        written.stdout,
        ["festival-logo.svg", "festival.yaml"].map((name) => `Written to ${join(cwd, name)}\n`).join("")
      )
      assert.strictEqual(readFileSync(join(cwd, "festival-logo.svg"), "utf8"), logo("red"))
      assert.include(readFileSync(join(cwd, "festival.yaml"), "utf8"), "  bon_logo: festival-logo.svg\n")
      assert.strictEqual((yield* event(["diff", "festival.yaml"])).code, 0)
      const again = yield* event(["export", "Festival", "--output", "festival.yaml"])
      assert.deepStrictEqual([again.code, again.stderr.includes("is there already")], [1, true])
      assert.strictEqual((yield* event(["export", "Festival", "--output", "festival.yaml", "--force"])).code, 0)

      writeFileSync(join(cwd, "festival-logo.svg"), logo("green"))
      const differs = yield* event(["diff", "festival.yaml"])
      assert.strictEqual(differs.code, 3)
      const picture = String.raw`image/svg\+xml, 72 bytes, [0-9a-f]{8}`
      assert.match(
        differs.stdout,
        new RegExp(`^~ design\n {4}bon_logo: ${picture.replace("72", "70")} → ${picture}\n1 to change`)
      )
      const applied = yield* event(["apply", "festival.yaml", "--yes"])
      assert.deepStrictEqual([applied.code, applied.stderr], [0, ""])
      assert.include((yield* event(["export", "Festival"])).stdout, btoa(logo("green")))
      rmSync(join(cwd, "festival-logo.svg"))
      const missing = yield* event(["diff", "festival.yaml"])
      assert.strictEqual(missing.code, 1)
      assert.match(
        missing.stderr,
        /^festival\.yaml:\d+:3: event_design\.bon_logo: The picture festival-logo\.svg: there is no such file/
      )
    }))
})
