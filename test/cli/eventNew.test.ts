import { assert, it } from "@effect/vitest"
import { outlinedOfFlags } from "@wristbank/cli/eventfile/EventQuestions"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { installed, servicesLayer } from "../support/administration.ts"
import { folder } from "./EventFolder.ts"

it("what the flags leave open is asked for, and nothing else", async () => {
  const asked: Array<string> = []
  const typed: Record<string, string> = { "Name of the event: ": "Fest", "Bars with the usual drinks: ": "2" }
  const ask = (question: string) => Effect.sync(() => (asked.push(question), typed[question] ?? null))
  const outline = await Effect.runPromise(outlinedOfFlags({ contact: "help@fest.example", country: "AT" }, true, ask))
  assert.deepStrictEqual(outline.contents["tills"]?.map(({ name }) => name), ["Bar 1", "Bar 2"])
  assert.match(outline.notes.join(), /does not make the fiscal receipts/)
  assert.include(asked, "Name of the event: ")
  assert.isFalse(asked.some((question) => question.includes("E-mail")))
})

it.effect("makes an event of answers at once, or its file, or says what is wrong with which line", () =>
  Effect.gen(function*() {
    const { cwd, event } = yield* folder
    const sql = yield* SqlClient.SqlClient
    const write = (name: string, text: string) => writeFileSync(join(cwd, name), text)
    const answers = ["new", "--name", "Fest", "--contact", "help@fest.example", "--country", "DE", "--bars", "1"]
    write("goods.txt", "Mate 4,50 2\nTea\n")
    const wrong = yield* event([...answers, "--goods", "goods.txt", "--yes"])
    assert.deepStrictEqual([wrong.code, wrong.stdout], [1, ""])
    assert.match(wrong.stderr, /^--goods: Line 2, “Tea”: the price is missing/)
    write("goods.txt", "Mate 4,50 2\n")
    write("leads.txt", "Lea LEAD7 84A1B2C3D40001\nUwe\n")
    const full = [...answers, "--goods", "goods.txt", "--leads", "leads.txt"]
    const written = yield* event([...full, "--output", "fest.yaml"])
    assert.deepStrictEqual([written.code, written.stderr], [0, ""])
    const file = readFileSync(join(cwd, "fest.yaml"), "utf8")
    assert.match(file, /- name: Mate\n {4}price: 4.5\n/)
    assert.notInclude(file, "84A1B2C3D40001")
    assert.include(written.stdout, "USER_TAG_KEY0, USER_TAG_KEY1, PIN_1, CHIP_1")
    const unasked = yield* event(full)
    assert.strictEqual(unasked.code, 1)
    assert.include(unasked.stderr, "Fest will be made: no one can be asked here, so say --yes")
    assert.deepStrictEqual(yield* sql`select from event`, [])
    const made = yield* event([...full, "--yes"])
    assert.deepStrictEqual([made.code, made.stderr], [0, ""])
    assert.include(made.stdout, "Not made, as no wristband of theirs is known: Uwe\n")
    assert.match(made.stdout, /\nDone\nSheets for the tills: .*terminal code --event \d+ /)
    assert.deepStrictEqual(yield* sql`select display_name from usr where node_id > 0`, [{ display_name: "Lea" }])
  }).pipe(Effect.provide(Layer.provideMerge(installed, servicesLayer), { local: true })))
