import { assert, layer } from "@effect/vitest"
import { cardFiles } from "@wristbank/cli/files/TagFiles"
import { drawDocument } from "@wristbank/core/fiscal/ReceiptPdf"
import { cardSheets } from "@wristbank/core/report/CardSheet"
import { pinLetters } from "@wristbank/core/wristband/PinDraw"
import { parse } from "csv-parse/sync"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { administrator } from "../support/administration.ts"
import { Festival } from "../support/Festival.ts"
import { created, done } from "../support/FestivalServer.ts"
import { openPdf } from "../support/Pdf.ts"
import { codesIn } from "../support/ScannedCode.ts"
import { examplesOf } from "./pageExamples.ts"
import { runOnDatabase } from "./runCommand.ts"

const folder = mkdtempSync(join(tmpdir(), "wristbank-tags-"))
const file = (name: string) => join(folder, name)

const command = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { event } = yield* Festival
  return yield* runOnDatabase([...args, "--event", String(event), "--as", administrator.login], { cwd: folder })
})

const printed = Effect.fnUntraced(function*(...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* command(...args)
  assert.strictEqual(code, 0, stderr)
  return stdout.trimEnd()
})

const refused = Effect.fnUntraced(function*(expected: string, ...args: ReadonlyArray<string>) {
  const { code, stderr, stdout } = yield* command(...args)
  assert.oneOf(code, [1, 2], stdout)
  assert.include(stderr.replaceAll(/\s+›?\s*/g, " "), expected)
})

const rowsOf = (name: string): ReadonlyArray<{ readonly pin: string; readonly variants: string }> =>
  parse(readFileSync(file(name), "utf8"), { columns: true })

layer(Festival.layer, { excludeTestServices: true })("wristbank tag and terminal code", (it) => {
  it.effect("make, list, print and import wristbands whose PINs no one has", () =>
    Effect.gen(function*() {
      const { event, office } = yield* Festival
      const sql = yield* SqlClient.SqlClient
      const tags = sql<{ pin: string; kinds: number }>`
        select pin, cardinality(variant_ids)::int as kinds from user_tag where event_id = ${event} order by pin`
      const before = (yield* tags).length
      yield* created(office("POST", "/user-tag-variants", { variant_name: "crew", description: "", priority: 1 }))

      const made = ["tag", "generate", "23", "--variant", "crew", "--output", "crew.csv", "--cards", "crew.pdf"]
      assert.include(yield* printed(...made), "23 wristbands are made.")
      const rows = rowsOf("crew.csv")
      assert.lengthOf(rows, 23)
      for (const { pin, variants } of rows) {
        assert.match(pin, new RegExp(`^[${pinLetters}]{9,}$`))
        assert.strictEqual(variants, "crew")
      }
      const stored = (yield* tags).filter(({ kinds }) => kinds === 1).map(({ pin }) => pin)
      assert.deepStrictEqual(new Set(rows.map(({ pin }) => pin)), new Set(stored))
      assert.strictEqual(statSync(file("crew.csv")).mode & 0o777, 0o600)
      assert.strictEqual(statSync(file("crew.pdf")).mode & 0o777, 0o600)
      const { pages } = yield* Effect.promise(() => openPdf(readFileSync(file("crew.pdf"))))
      assert.lengthOf(pages, 3, "ten cards to a page")
      for (const { pin } of rows) assert.include(pages.join("\n").replaceAll(/\s/g, ""), pin)
      assert.include(pages[0], "Festival")
      const codes = yield* Effect.promise(() => codesIn(readFileSync(file("crew.pdf"))))
      assert.deepStrictEqual(codes.flat(), rows.map(({ pin }) => `https://portal.example/#${pin}`))

      yield* refused("is there already", ...made)
      yield* refused("no such kinds of wristbands: nothing", "tag", "generate", "1", "--variant", "nothing")
      assert.lengthOf(yield* tags, before + 23, "a refused command makes none")
      const { stderr, stdout } = yield* command("tag", "generate", "2", "--length", "8")
      assert.include(stderr, "too short for their number")
      const shown: ReadonlyArray<{ readonly pin: string }> = parse(stdout, { columns: true })
      assert.deepStrictEqual(
        shown.map(({ pin }) => pin).toSorted(),
        (yield* tags).map(({ pin }) => pin).filter((pin) => pin.length === 8).toSorted(),
        "without a file the PINs are printed"
      )

      writeFileSync(file("wrong.csv"), `pin,variants\nNEW1NEW1NEW,crew\nnew1new1new,\n,\nNEW2NEW2NEW,nothing\n`)
      yield* refused(
        "wrong.csv: line 3 has the PIN of line 2; line 4 has no PIN; line 5 names a kind",
        "tag",
        "import",
        "wrong.csv"
      )
      yield* refused("can't be read", "tag", "import", "missing.csv")
      for (const dry of [[], ["--dry-run"]]) {
        yield* refused(`belong to other tags: ${rows[0]!.pin}`, "tag", "import", "crew.csv", ...dry)
      }
      writeFileSync(file("spoilt.csv"), "pin;variants\n1,23457E+11;\n1,2E+46;\nABCDE00001;\n")
      yield* refused("spoilt.csv: line 2 looks like a number", "tag", "import", "spoilt.csv", "--dry-run")
      writeFileSync(
        file("unicode.txt"),
        Buffer.from("\uFEFFpin\tvariants\r\nABCDE00011\t\r\nABCDE00012\t\r\n", "utf16le")
      )
      writeFileSync(file("sep.csv"), "sep=;\npin;variants\nABCDE00021;\nABCDE00022;\n")
      for (const name of ["unicode.txt", "sep.csv"]) {
        assert.strictEqual(yield* printed("tag", "import", name, "--dry-run"), "2 wristbands would be imported.")
      }
      writeFileSync(file("right.csv"), "NEW1NEW1NEW;crew\r\nNEW2NEW2NEW\r\n")
      assert.strictEqual(yield* printed("tag", "import", "right.csv", "--dry-run"), "2 wristbands would be imported.")
      assert.lengthOf(yield* tags, before + 25)
      assert.strictEqual(
        yield* printed("tag", "import", "right.csv", "--variant", "under_16"),
        "2 wristbands imported."
      )
      yield* printed("tags", "export", "--variant", "crew", "--output", "all-crew.csv")
      assert.deepStrictEqual(
        new Set(rowsOf("all-crew.csv").map(({ pin }) => pin)),
        new Set([...rows.map(({ pin }) => pin), "NEW1NEW1NEW"])
      )
      yield* printed("tag", "export", "--variant", "under_16", "--output", "young.csv")
      assert.deepStrictEqual(rowsOf("young.csv"), [{ pin: "NEW2NEW2NEW", variants: "under_16" }])
      yield* refused("Name a file with --output or --cards", "tag", "export")
      const entries = yield* sql<{ by: string }>`select content->>'by' as by from audit_log
        where node_id = ${event} and log_type = 'user_tags_created' and content->>'by' is not null`
      assert.lengthOf(entries, 3)
    }))

  it.effect("print codes of terminals, and sheets for all that wait for a device", () =>
    Effect.gen(function*() {
      const { bar, office } = yield* Festival
      assert.strictEqual(yield* printed("terminal", "code"), "No terminal waits for a device.")
      const sheets = ["--output", "sheets.pdf", "--address", "https://wristbank.example/till/"]
      yield* refused("No terminal waits for a device", "terminal", "codes", ...sheets)
      yield* created(office("POST", "/terminal", { name: "Tent", description: null }))
      const [tent] = JSON.parse(yield* printed("terminals", "codes", "--json"))
      assert.deepStrictEqual(Object.keys(tent).toSorted(), ["code", "id", "name", "till"])
      assert.strictEqual(yield* printed("terminal", "code", "Tent"), tent.code)

      yield* refused("is no address", "terminal", "code", "--output", "x.pdf", "--address", "till")
      yield* refused("no one can be asked here, so say --yes", "terminal", "code", String(bar.terminalId), ...sheets)
      writeFileSync(file("sheets.pdf"), "")
      yield* refused("is there already", "terminal", "code", String(bar.terminalId), "--yes", ...sheets)
      done(yield* bar.get("/config"))
      assert.include(
        yield* printed("terminal", "code", String(bar.terminalId), "--yes", "--force", ...sheets),
        "1 sheet"
      )
      assert.strictEqual((yield* bar.get("/config")).status, 401, "the registered terminal needs its new code")

      const all = JSON.parse(yield* printed("terminal", "code", "--json"))
      assert.lengthOf(all, 2)
      assert.include(yield* printed("terminal", "code", "--force", ...sheets), "2 sheets written to ")
      const { pages } = yield* Effect.promise(() => openPdf(readFileSync(file("sheets.pdf"))))
      assert.lengthOf(pages, 2)
      const codes = yield* Effect.promise(() => codesIn(readFileSync(file("sheets.pdf"))))
      assert.deepStrictEqual(
        codes,
        all.map(({ code }: { code: string }) => [`https://wristbank.example/till/#code=${code}`])
      )
      for (const [at, { code, name, till }] of all.entries()) {
        for (const text of [code, name, till ?? "", "Press “Register”.", "Drücke „Registrieren“."]) {
          assert.include(pages[at]!.replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""))
        }
      }
    }))

  it.effect("do what their page shows", () =>
    Effect.gen(function*() {
      writeFileSync(file("delivery.csv"), "pin\nPAGE1PAGE1\n")
      const examples = examplesOf("wristbands.md")
      assert.isAbove(examples.length, 4)
      for (const words of examples) {
        const here = words.filter((word, at) =>
          !/^--(event|as)$/.test(word) && !/^--(event|as)$/.test(words[at - 1] ?? "")
        )
        yield* printed(...here, ...(words.includes("--output") ? ["--force"] : []))
      }
      assert.isTrue(existsSync(file("new.pdf")) && existsSync(file("unused.csv")))
    }))

  it("without a portal, the code of a card is its PIN", async () => {
    const cards = ["ABCDEFGHK", "LMNPRTUVW", "XYZ234679"].map((pin) => ({ pin, variants: [] }))
    const pdf = await drawDocument(cardSheets({ event: "Festival", portal: "" }, cards, new Date(0)))
    assert.deepStrictEqual(await codesIn(pdf), [cards.map(({ pin }) => pin)])
  })

  it("cards beyond 500 are in further files", () => {
    assert.deepStrictEqual(cardFiles("cards.pdf", 500), ["cards.pdf"])
    assert.deepStrictEqual(cardFiles("my.files/cards", 501), ["my.files/cards", "my.files/cards-2"])
    assert.deepStrictEqual(cardFiles("a/cards.pdf", 1001), ["a/cards.pdf", "a/cards-2.pdf", "a/cards-3.pdf"])
  })
})
