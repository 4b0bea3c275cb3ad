import { Option, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { serialNumberOf, type Verifier, verifierOf } from "../tse/SignatureCheck.ts"
import { checkMasterData } from "./MasterDataCheck.ts"
import type { ProblemList } from "./PackageProblem.ts"
import type { CheckedClosing, CheckedDevice, CheckedReceipt } from "./ReceiptCheck.ts"
import {
  amountOf,
  type Cells,
  type ClosingFiles,
  type NumberedCells,
  shownAmount,
  sumOf,
  sumsBy
} from "./TableCheck.ts"

/** The files about closings as a whole. */
export const closingFiles = [
  "cashpointclosing.csv",
  "location.csv",
  "cashregister.csv",
  "slaves.csv",
  "pa.csv",
  "tse.csv",
  "vat.csv",
  "businesscases.csv",
  "payment.csv",
  "cash_per_currency.csv"
] as const

/** The key of a row's closing. */
export const closingOf = (cells: Cells) => `${cells["Z_KASSE_ID"]};${cells["Z_ERSTELLUNG"]};${cells["Z_NR"]}`

/** Verifiers of devices' signatures, made once per key: making one takes a tenth of the time of a verification. */
export class Verifiers {
  private readonly made = new Map<string, Verifier | undefined>()

  /** The verifier for a key in base64; undefined if the key is not on a known curve. */
  of(publicKey: string): Verifier | undefined {
    if (!this.made.has(publicKey)) {
      this.made.set(
        publicKey,
        Option.getOrUndefined(Option.map(Result.getSuccess(Base64.decode(publicKey)), verifierOf))
      )
    }
    return this.made.get(publicKey)
  }
}

/** Checks a closing against its files and the sums of its receipts. */
export class ClosingCheck implements CheckedClosing {
  readonly tses: ReadonlyMap<string, CheckedDevice>
  readonly rates: ReadonlyMap<string, bigint>
  readonly clientId: string
  readonly terminals: ReadonlySet<string>
  readonly agencies: ReadonlySet<string>
  private readonly rows: ClosingFiles
  private readonly cases = new Map<string, bigint>()
  private readonly taxes = new Map<string, bigint>()
  private readonly payments = new Map<string, bigint>()
  private first = ""
  private last = ""
  /** Whether all numbers of its rows and receipts are known. */
  private isReadable: boolean

  constructor(files: ClosingFiles, verifiers: Verifiers) {
    this.rows = files
    this.tses = new Map(
      this.of("tse.csv").map((cells) => [
        cells["TSE_ID"] ?? "",
        { cells, verifier: verifiers.of(cells["TSE_PUBLIC_KEY"] ?? "") }
      ])
    )
    this.rates = new Map(
      this.of("vat.csv").map((cells) => [cells["UST_SCHLUESSEL"] ?? "", amountOf(cells["UST_SATZ"])])
    )
    this.terminals = new Set(this.of("slaves.csv").map((cells) => cells["TERMINAL_ID"] ?? ""))
    this.agencies = new Set(this.of("pa.csv").map((cells) => cells["AGENTUR_ID"] ?? ""))
    this.isReadable = Object.values(files).every((rows) => rows.every((row) => row.isReadable))
    this.clientId = this.of("cashregister.csv")[0]?.["KASSE_SERIENNR"] ?? ""
  }

  private of(file: string): ReadonlyArray<Cells> {
    return (this.rows[file] ?? []).map(({ cells }) => cells)
  }

  /** Adds a receipt; if one has numbers that can't be read, the sums of the closing are not checked. */
  add({ head, rows }: CheckedReceipt, isReadable: boolean): void {
    this.first ||= head["BON_ID"] ?? ""
    this.last = head["BON_ID"] ?? ""
    this.isReadable &&= isReadable
    const lines = new Map(rows("lines.csv").map((row) => [row["POS_ZEILE"], row]))
    const kindOf = (row: Cells) => caseOf({ ...lines.get(row["POS_ZEILE"]), ...row })
    addAll(this.cases, sumsBy(rows("lines_vat.csv"), kindOf, "POS_BRUTTO"))
    addAll(this.taxes, sumsBy(rows("lines_vat.csv"), kindOf, "POS_UST"))
    addAll(this.payments, sumsBy(rows("datapayment.csv"), paymentOf, "BASISWAEH_BETRAG"))
  }

  /** Reports all contradictions, once all receipts were added. */
  end(problems: ProblemList): void {
    const [head] = this.rows["cashpointclosing.csv"] ?? []
    if (head === undefined) return
    checkMasterData(this.rows, this.name(head), problems)
    if (this.isReadable) this.checkSums(head, problems)
    const { Z_ENDE_ID: last, Z_START_ID: first } = head.cells
    if (first !== this.first || last !== this.last) {
      const stated = `its receipts are ${this.first || "none"} to ${this.last || "none"}`
      problems.report("cashpointclosing.csv", head.row, `It says ${first || "none"} to ${last || "none"}, ${stated}`)
    }
    for (const { cells, row } of this.rows["tse.csv"] ?? []) {
      if (serialIn(cells) !== cells["TSE_SERIAL"]?.toLowerCase()) {
        problems.report("tse.csv", row, "TSE_SERIAL is not the hash of TSE_PUBLIC_KEY")
      }
    }
  }

  private name({ cells }: NumberedCells): string {
    return `Till ${cells["Z_KASSE_ID"]}, closing ${cells["Z_NR"]}`
  }

  private checkSums(head: NumberedCells, problems: ProblemList): void {
    const name = this.name(head)
    const compare = (file: string, what: string, is: bigint, shouldBe: bigint) => {
      if (is === shouldBe) return
      problems.report(file, null, `${name}: ${what} is ${shownAmount(is)}, expected ${shownAmount(shouldBe)}`)
    }
    const compareAll = (
      file: string,
      kindOf: (row: Cells) => string,
      column: string,
      added: ReadonlyMap<string, bigint>
    ) => {
      const stated = sumsBy(this.of(file), kindOf, column)
      for (const kind of new Set([...stated.keys(), ...added.keys()])) {
        compare(file, `${column} of ${kind}`, stated.get(kind) ?? 0n, added.get(kind) ?? 0n)
        if (!stated.has(kind)) problems.report(file, null, `${name}: ${kind} is not in it, and its receipts have it`)
        if (!added.has(kind)) problems.report(file, null, `${name}: ${kind} is in it, and no receipt has it`)
      }
    }
    compareAll("businesscases.csv", caseOf, "Z_UMS_BRUTTO", this.cases)
    for (const [kind, tax] of sumsBy(this.of("businesscases.csv"), caseOf, "Z_UST")) {
      compare("businesscases.csv", `Z_UST of ${kind}`, tax, this.taxes.get(kind) ?? 0n)
    }
    for (const row of this.of("businesscases.csv")) {
      compare(
        "businesscases.csv",
        "gross",
        amountOf(row["Z_UMS_BRUTTO"]),
        amountOf(row["Z_UMS_NETTO"]) + amountOf(row["Z_UST"])
      )
    }
    compareAll("payment.csv", paymentOf, "Z_ZAHLART_BETRAG", this.payments)
    const cash = this.of("payment.csv").filter((row) => row["ZAHLART_TYP"] === "Bar")
    const paid = sumOf(this.of("payment.csv"), "Z_ZAHLART_BETRAG")
    const paidInCash = sumOf(cash, "Z_ZAHLART_BETRAG")
    compare("cashpointclosing.csv", "Z_SE_ZAHLUNGEN", amountOf(head.cells["Z_SE_ZAHLUNGEN"]), paid)
    compare("cashpointclosing.csv", "Z_SE_BARZAHLUNGEN", amountOf(head.cells["Z_SE_BARZAHLUNGEN"]), paidInCash)
    const { length: currencyRows } = this.of("cash_per_currency.csv")
    if (currencyRows !== (this.first === "" ? 0 : 1)) {
      problems.report("cash_per_currency.csv", null, `${name} has ${currencyRows} rows`)
    }
    const currencies = sumOf(this.of("cash_per_currency.csv"), "ZAHLART_BETRAG_WAEH")
    compare("cash_per_currency.csv", "ZAHLART_BETRAG_WAEH", currencies, paidInCash)
    compare("businesscases.csv", "the sum", sumOf(this.of("businesscases.csv"), "Z_UMS_BRUTTO"), paid)
  }
}

const caseOf = (row: Cells) => {
  const { AGENTUR_ID: agency = "0", GV_NAME: kind = "", GV_TYP, UST_SCHLUESSEL } = row
  const of = agency === "0" || agency === "" ? "" : ` of agency ${agency}`
  return `${GV_TYP}${kind === "" ? "" : ` (${kind})`}${of} with key ${UST_SCHLUESSEL}`
}

const paymentOf = (row: Cells) => `${row["ZAHLART_TYP"]} ${row["ZAHLART_NAME"]}`

const addAll = (sums: Map<string, bigint>, added: ReadonlyMap<string, bigint>): void => {
  for (const [key, value] of added) sums.set(key, (sums.get(key) ?? 0n) + value)
}

const serialIn = (cells: Cells): string =>
  Option.match(Result.getSuccess(Base64.decode(cells["TSE_PUBLIC_KEY"] ?? "")), {
    onNone: () => "",
    onSome: (point) => serialNumberOf(point)
  })

/** Reports numbers of a till's closings that are missing between others or occur twice. */
export const checkClosingNumbers = (heads: ReadonlyArray<NumberedCells>, problems: ProblemList): void => {
  for (const [till, closings] of Map.groupBy(heads, ({ cells }) => cells["Z_KASSE_ID"] ?? "")) {
    const numbers = closings.map(({ cells }) => Number(cells["Z_NR"])).toSorted((a, b) => a - b)
    for (const [i, number] of numbers.entries()) {
      const before = numbers[i - 1]
      if (before === undefined || number === before + 1) continue
      const fault = number === before ? `closing ${number} stands there twice` : `closing ${before + 1} is missing`
      problems.report("cashpointclosing.csv", null, `Till ${till}: ${fault}`)
    }
  }
}
