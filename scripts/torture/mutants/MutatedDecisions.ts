import { globSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { decisionTests } from "../../decisions.js"
import { type Mutant, mutate } from "./MutatedSource.ts"

export const root = resolve(import.meta.dirname, "../../..")

/** The rooms of `core` whose decisions move money. */
const rooms = ["journal", "sale", "payout"]

/** Money and accounts, which are below all rooms. */
const foundations = ["Account", "Money", "RevenueAccount"]

/** Cash between registers, which is the only money that tills move. */
const cashMoves = "core/src/till/CashTransfer.ts"

/** Modules that load or store something, and services. */
const storing = /"effect\/sql"|"node:(?!crypto)|Repository\.ts"|Store\.ts"|\bContext\.Service\b/

/** Texts, the forms of numbers in requests, and rows of the database: calls over HTTP and PostgreSQL test these. */
const elsewhere = /Rules\.ts$|journal\/JournalEntry\.ts$/

/** The files of the rooms that decide and store nothing. */
const decisions = () =>
  globSync([`core/src/{${rooms.join(",")}}/*.ts`, `core/src/base/{${foundations.join(",")}}.ts`, cashMoves], {
    cwd: root
  })
    .toSorted()
    .filter((file) => !elsewhere.test(file))
    .filter((file) => !storing.test(readFileSync(join(root, file), "utf8")))

/** The mutants of all decisions, numbered from 0, and the files with them. */
export const mutatedDecisions = () => {
  const mutants: Array<Mutant> = []
  const texts = new Map<string, string>()
  for (const file of decisions()) {
    const mutated = mutate(file, readFileSync(join(root, file), "utf8"), mutants.length)
    mutants.push(...mutated.mutants)
    texts.set(file, mutated.text)
  }
  return { mutants, texts }
}

const imported = (text: string) => Array.from(text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g), ([, name]) => name!)

/** All files of the project that a file imports, directly or not, and itself. */
const reached = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found
  found.add(file)
  for (const name of imported(readFileSync(join(root, file), "utf8"))) {
    if (name.startsWith(".")) reached(relative(root, resolve(root, dirname(file), name)), found)
    if (name.startsWith("@wristbank/core/")) reached(`core/src/${name.slice("@wristbank/core/".length)}.ts`, found)
  }
  return found
}

/** A file of tests, and the files that these tests can run. */
export interface TestFile {
  readonly file: string
  readonly reaches: ReadonlySet<string>
}

/**
 * The tests of the rooms' decisions that reach one of the files. The random festivals of the ledger's model are left out: they
 * take seconds for each mutant, and each rule needs a test of its own that says what is wrong.
 */
export const testsReaching = (files: ReadonlySet<string>): ReadonlyArray<TestFile> =>
  decisionTests(root)
    .filter((file) =>
      rooms.some((room) => file.startsWith(`test/core/${room}/`)) && !file.endsWith("LedgerModel.test.ts")
    )
    .map((file) => ({ file, reaches: reached(file) }))
    .filter(({ reaches }) => !reaches.isDisjointFrom(files))
