/**
 * Notes in every worker which refusals the servers of this process answer. One that `docs/reference/refusals.json` lacks fails the
 * test. With `WRISTBANK_RECORD_REFUSALS` none fails; all are written to that file, of which `docs/generators/refusals.ts` makes the table.
 */
import { isGeneral, knownRefusals, linesOf, type MetRefusal } from "@wristbank/docs/KnownRefusals"
import type { RefusedAnswer } from "@wristbank/http/server/answers/RefusedAnswers"
import { subscribe } from "node:diagnostics_channel"
import { appendFileSync } from "node:fs"
import { afterEach } from "vitest"
import { parts } from "../../scripts/torture/Parts.ts"

const lineOf = ({ api, body, call, status }: RefusedAnswer): string | undefined => {
  const { id, rule }: { readonly id?: string; readonly rule?: string } = JSON.parse(body)
  const refusal = [status, id, ...(rule === undefined ? [] : [rule])].join(" ")
  return id === undefined || isGeneral(refusal)
    ? undefined
    : JSON.stringify({ api, call, refusal } satisfies MetRefusal)
}

const recording = process.env["WRISTBANK_RECORD_REFUSALS"]
const apis: ReadonlySet<string> = new Set(["administration", "customer", "terminal"])

/** What a worker has met that the table lacks. */
class Notes {
  readonly unknown = new Set<string>()
  readonly #known = new Set(recording === undefined ? linesOf(knownRefusals()).map((line) => JSON.stringify(line)) : [])

  note(answer: RefusedAnswer) {
    const line = apis.has(answer.api) ? lineOf(answer) : undefined
    if (line === undefined || this.#known.has(line)) return
    if (recording === undefined) {
      this.unknown.add(line)
    } else {
      this.#known.add(line)
      appendFileSync(recording, `${line}\n`)
    }
  }
}

// The files of a worker share its process, and this file is run for each of them.
const shared = globalThis as unknown as { notesOfRefusals?: Notes }
const notesOfWorker = (): Notes => {
  const notes = new Notes()
  subscribe("wristbank:refused-answer", (answer) => notes.note(answer as RefusedAnswer))
  return notes
}
const { unknown } = shared.notesOfRefusals ??= notesOfWorker()
// What servers of the file before answered after its last test.
unknown.clear()

/**
 * Whether a file meets rare refusals by chance: its requests are generated or race each other, or meet faults. The recording run
 * notes those it sees. Screens are tested for what they show; the refusals that they meet are those of the tests of the APIs.
 */
const isByChance = (file: string): boolean =>
  samples.has(file) || /^test\/(?:core|web|http\/(?:hostile|matrix|network|parallel|system))\//.test(file)

/** The suites of `npm run torture`, of which `npm test` runs a sample. */
const samples: ReadonlySet<string> = new Set(parts.flatMap((part) => "tests" in part ? part.tests : []))

afterEach(({ task }) => {
  const met = [...unknown]
  unknown.clear()
  if (met.length > 0 && !isByChance(task.file.name)) {
    throw new Error(
      `docs/reference/refusals.json lacks ${
        met.join(", ")
      }: run this file with WRISTBANK_RECORD_REFUSALS=/tmp/refusals, ` +
        "then node docs/generators/refusals.ts --add /tmp/refusals and node docs/generators/words.ts"
    )
  }
})
