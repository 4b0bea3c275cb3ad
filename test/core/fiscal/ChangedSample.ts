import { assert } from "@effect/vitest"
import { checkPackage } from "@wristbank/core/fiscal/PackageCheck"
import type { PackageReport } from "@wristbank/core/fiscal/PackageProblem"
import { Effect } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packed, unpacked } from "../../support/ExportPackage.ts"
import { writeSample } from "./SamplePackage.ts"

/** Files of an export that was changed; null: the file is taken away. */
export interface Changed {
  readonly [file: string]: Buffer | null
}

/** The problems of a report, each with its place. */
const found = (report: PackageReport) =>
  report.problems.map(({ file, problem, row }) => `${file}${row === null ? "" : ` ${row}`}: ${problem}`)

const check = (path: string, inParts = false) => Effect.runPromise(checkPackage(path, { inParts }))

/** An export in a folder of its own in which everything is right, and ways to change its files. */
export const changedSample = async () => {
  const folder = mkdtempSync(join(tmpdir(), "wristbank-dsfinvk-"))
  const good = join(folder, "good.zip")
  await Effect.runPromise(writeSample(good))
  const files = await unpacked(good)
  let mutants = 0

  const checkWith = async (changed: Changed, inParts = false) => {
    const path = join(folder, `${++mutants}.zip`)
    const all = new Map<string, Buffer | null>([...files, ...Object.entries(changed)])
    writeFileSync(path, await packed(Array.from(all).flatMap(([name, bytes]) => bytes === null ? [] : [[name, bytes]])))
    return check(path, inParts)
  }

  const textOf = (file: string) => files.get(file)!.toString("utf8")

  /** A file with a piece of its text replaced, which must be there. */
  const replaced = (file: string, from: string | RegExp, to: string) => {
    const text = textOf(file)
    const changed = text.replace(from, () => to)
    assert.notStrictEqual(changed, text, `${String(from)} is not in ${file}`)
    return { [file]: Buffer.from(changed) }
  }

  const firstRow = (file: string) => `${textOf(file).split("\r\n")[1]}\r\n`

  /** The last row of a file, for another receipt if one is named. */
  const lastRow = (file: string, bonId?: number) => {
    const row = `${textOf(file).trimEnd().split("\r\n").at(-1)}\r\n`
    return bonId === undefined ? row : row.replace(/(Z;\d+;)\d+;/, (_, before: string) => `${before}${bonId};`)
  }

  /** A file without the rows that a pattern matches. */
  const without = (file: string, row: RegExp) => {
    const lines = textOf(file).split("\r\n")
    const kept = lines.filter((line) => !row.test(line))
    assert.isBelow(kept.length, lines.length)
    return { [file]: Buffer.from(kept.join("\r\n")) }
  }

  const ofReceipts = [
    "transactions.csv",
    "transactions_vat.csv",
    "datapayment.csv",
    "lines.csv",
    "lines_vat.csv",
    "transactions_tse.csv"
  ]

  /** All files of receipts without one receipt. */
  const withoutReceipt = (id: number): { [file: string]: Buffer } =>
    Object.assign({}, ...ofReceipts.map((file) => without(file, new RegExp(`Z;\\d+;${id};`))))

  const remove = () => rmSync(folder, { recursive: true })

  return {
    check,
    checkWith,
    files,
    firstRow,
    folder,
    found,
    good,
    lastRow,
    remove,
    replaced,
    textOf,
    without,
    withoutReceipt
  }
}
