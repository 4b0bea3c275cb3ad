import { Option, Result } from "effect"
import * as Base64 from "effect/encoding/Base64"
import { parse, type ProcessData } from "../tse/ProcessData.ts"
import { timeOf } from "../tse/QrText.ts"
import { type Verifier, verifiesInBackground } from "../tse/SignatureCheck.ts"
import { faultPrefix } from "./ReceiptRows.ts"
import { amountOf, type Cells, shownAmount, sumOf, sumsBy } from "./TableCheck.ts"
import { slotOfKey } from "./TaxKey.ts"

/** A receipt with its rows in all files. */
export interface CheckedReceipt {
  readonly head: Cells
  readonly rows: (file: string) => ReadonlyArray<Cells>
}

/** A device as a closing describes it. */
export interface CheckedDevice {
  readonly cells: Cells
  /** Undefined when its key lies on no curve we know. */
  readonly verifier: Verifier | undefined
}

/** The facts about a receipt's closing. */
export interface CheckedClosing {
  /** Devices by TSE_ID. */
  readonly tses: ReadonlyMap<string, CheckedDevice>
  /** Percentages by key of tax, in hundred-thousandths. */
  readonly rates: ReadonlyMap<string, bigint>
  /** The name by which devices know the till. */
  readonly clientId: string
  /** Its TERMINAL_ID. */
  readonly terminals: ReadonlySet<string>
  /** Its AGENTUR_ID. */
  readonly agencies: ReadonlySet<string>
}

export type Report = (file: string, problem: string) => void

/** The outcome of a receipt's signature; `none` if the business does not sign. */
export type SignatureOutcome = "valid" | "invalid" | "failure" | "none"

/**
 * Reports contradictions in a receipt.
 * @param isSigned the result of `verifySignature`
 */
export const checkReceipt = (
  receipt: CheckedReceipt,
  closing: CheckedClosing,
  isSigned: boolean | undefined,
  report: Report
): SignatureOutcome => {
  const { head, rows } = receipt
  const total = amountOf(head["UMS_BRUTTO"])
  checkTaxes(receipt, closing, report)
  const lineSum = sumOf(rows("lines_vat.csv"), "POS_BRUTTO")
  if (lineSum !== total) {
    report("transactions.csv", `UMS_BRUTTO is ${shownAmount(total)}, its lines come to ${shownAmount(lineSum)}`)
  }
  const paid = sumOf(rows("datapayment.csv"), "BASISWAEH_BETRAG")
  if (paid !== total) {
    report("datapayment.csv", `The payments come to ${shownAmount(paid)}, the receipt to ${shownAmount(total)}`)
  }
  if (rows("datapayment.csv").length === 0) report("transactions.csv", "It has no row in datapayment.csv")
  checkLines(receipt, report)
  checkAmounts(receipt, report)
  checkOrigin(receipt, closing, report)
  if (head["BON_STORNO"] === "1" && rows("references.csv").length === 0) {
    report("transactions.csv", "It cancels a receipt and does not say which")
  }
  return checkSignature(receipt, closing, isSigned, report)
}

const lineOf = (row: Cells) => row["POS_ZEILE"] ?? ""

const taxKeyOf = (row: Cells) => row["UST_SCHLUESSEL"] ?? ""

const checkTaxes = ({ rows }: CheckedReceipt, { rates }: CheckedClosing, report: Report): void => {
  for (const [line, receipt] of [["POS_BRUTTO", "BON_BRUTTO"], ["POS_NETTO", "BON_NETTO"], ["POS_UST", "BON_UST"]]) {
    const lines = sumsBy(rows("lines_vat.csv"), taxKeyOf, line!)
    const taxes = sumsBy(rows("transactions_vat.csv"), taxKeyOf, receipt!)
    for (const taxKey of new Set([...lines.keys(), ...taxes.keys()])) {
      if (receipt === "BON_BRUTTO" && !taxes.has(taxKey)) {
        report("transactions_vat.csv", `It has no row of key ${taxKey}`)
      }
      if ((lines.get(taxKey) ?? 0n) === (taxes.get(taxKey) ?? 0n)) continue
      const is = shownAmount(taxes.get(taxKey) ?? 0n)
      report("transactions_vat.csv", `${receipt} of key ${taxKey} is ${is}, its lines come to other ${line}`)
    }
  }
  for (
    const [file, gross, net, tax] of [
      ["lines_vat.csv", "POS_BRUTTO", "POS_NETTO", "POS_UST"],
      ["transactions_vat.csv", "BON_BRUTTO", "BON_NETTO", "BON_UST"]
    ] as const
  ) {
    for (const row of rows(file)) {
      if (amountOf(row[gross]) !== amountOf(row[net]) + amountOf(row[tax])) report(file, `${gross} is not net and tax`)
      if (!rates.has(taxKeyOf(row))) report(file, `UST_SCHLUESSEL ${taxKeyOf(row)} is not in vat.csv of its closing`)
    }
  }
  const lines = Map.groupBy(rows("lines_vat.csv"), (row) => rates.get(taxKeyOf(row)) ?? 0n)
  for (const [rate, ofRate] of lines) checkRate(rate, ofRate, report)
}

/**
 * The tax of all lines with one percentage is rounded once and spread over them. Receipts from before that rule have each
 * line rounded for itself.
 */
const checkRate = (rate: bigint, lines: ReadonlyArray<Cells>, report: Report): void => {
  if (lines.every((row) => amountOf(row["POS_UST"]) === taxIn(amountOf(row["POS_BRUTTO"]), rate))) return
  const far = lines.find((row) => !isNear(amountOf(row["POS_UST"]), amountOf(row["POS_BRUTTO"]), rate))
  if (far !== undefined) {
    const due = shownAmount(taxIn(amountOf(far["POS_BRUTTO"]), rate))
    return report("lines_vat.csv", `POS_UST is ${far["POS_UST"]} in line ${far["POS_ZEILE"]}, expected ${due}`)
  }
  const [is, due] = [sumOf(lines, "POS_UST"), taxIn(sumOf(lines, "POS_BRUTTO"), rate)]
  if (is !== due) {
    report("lines_vat.csv", `POS_UST at ${shownAmount(rate)} % is ${shownAmount(is)}, expected ${shownAmount(due)}`)
  }
}

/** Whether a tax is less than a cent from the exact one in a gross amount; all in hundred-thousandths. */
const isNear = (tax: bigint, gross: bigint, rate: bigint): boolean => {
  const divisor = 10_000_000n + rate
  const difference = tax * divisor - gross * rate
  return (difference < 0n ? -difference : difference) < 1000n * divisor
}

/** The tax in a gross amount at a percentage, to the cent (half a cent away from zero); all in hundred-thousandths. */
const taxIn = (gross: bigint, rate: bigint): bigint => {
  const divisor = 10_000_000n + rate
  const cents = (2n * (gross < 0n ? -gross : gross) * rate + divisor * 1000n) / (2n * divisor * 1000n)
  return (gross < 0n ? -cents : cents) * 1000n
}

const checkLines = ({ rows }: CheckedReceipt, report: Report): void => {
  const byLine = sumsBy(rows("lines_vat.csv"), lineOf, "POS_BRUTTO")
  for (const row of rows("lines.csv")) {
    const line = lineOf(row)
    const gross = byLine.get(line)
    byLine.delete(line)
    if (gross === undefined) report("lines.csv", `Line ${line} has no tax`)
    // Both factors are in hundred-thousandths.
    else if (amountOf(row["MENGE"]) * amountOf(row["STK_BR"]) !== gross * 100_000n) {
      report("lines.csv", `Line ${line} is not MENGE times STK_BR`)
    }
  }
  for (const line of byLine.keys()) report("lines_vat.csv", `Line ${line} is not in lines.csv`)
}

/** Where the price of a line is explained, its parts come to the line. */
const checkAmounts = ({ rows }: CheckedReceipt, report: Report): void => {
  for (
    const [part, whole] of [["PF_BRUTTO", "POS_BRUTTO"], ["PF_NETTO", "POS_NETTO"], ["PF_UST", "POS_UST"]] as const
  ) {
    const lines = sumsBy(rows("lines_vat.csv"), lineOf, whole)
    for (const [line, sum] of sumsBy(rows("itemamounts.csv"), lineOf, part)) {
      if (lines.get(line) === sum) continue
      report(
        "itemamounts.csv",
        `${part} of line ${line} comes to ${shownAmount(sum)}, expected ${shownAmount(lines.get(line) ?? 0n)}`
      )
    }
  }
}

/** Checks the terminals, agencies and cash registers that a receipt names. */
const checkOrigin = ({ head, rows }: CheckedReceipt, { agencies, terminals }: CheckedClosing, report: Report): void => {
  if (!isKnown(terminals, head["TERMINAL_ID"])) {
    report("transactions.csv", unknown("TERMINAL_ID", head["TERMINAL_ID"], "slaves.csv"))
  }
  for (const { AGENTUR_ID: agency, POS_TERMINAL_ID: terminal } of rows("lines.csv")) {
    if (!isKnown(terminals, terminal)) report("lines.csv", unknown("POS_TERMINAL_ID", terminal, "slaves.csv"))
    // 0 is the business itself.
    if (agency !== "0" && !isKnown(agencies, agency)) report("lines.csv", unknown("AGENTUR_ID", agency, "pa.csv"))
  }
  const drawers = rows("allocation_groups.csv").map((row) => row["ABRECHNUNGSKREIS"])
  if (new Set(drawers).size < drawers.length) report("allocation_groups.csv", "It has an ABRECHNUNGSKREIS twice")
}

const isKnown = (known: ReadonlySet<string>, id = "") => id === "" || known.has(id)

const unknown = (column: string, id: string | undefined, where: string) =>
  `${column} ${id} is not in ${where} of its closing`

const file = "transactions_tse.csv"

const checkSignature = (
  receipt: CheckedReceipt,
  closing: CheckedClosing,
  isSigned: boolean | undefined,
  report: Report
): SignatureOutcome => {
  const [row, ...more] = receipt.rows(file)
  if (more.length > 0) report(file, "It is signed more than once")
  if (row === undefined) {
    if (closing.tses.size > 0) report("transactions.csv", "It has no signature, and does not say why")
    return "none"
  }
  const tse = closing.tses.get(row["TSE_ID"] ?? "")
  if (row["TSE_ID"] !== "" && tse === undefined) {
    report(file, `TSE_ID ${row["TSE_ID"]} is not in tse.csv of its closing`)
  }
  if (row["TSE_TA_FEHLER"] !== "") {
    if (row["TSE_TA_SIG"] !== "") report(file, "It has a signature and a fault")
    return "failure"
  }
  if (row["TSE_ID"] === "") report(file, `It has neither a device nor a fault (${faultPrefix}…)`)
  if (tse === undefined) return "invalid"
  if ((row["TSE_TA_START"] ?? "") > (row["TSE_TA_ENDE"] ?? "")) report(file, "It ends before it begins")
  checkProcessData(receipt, row["TSE_VORGANGSDATEN"] ?? "", report)
  if (isSigned !== true) report(file, isSigned === false ? "The signature is not valid" : "Nothing can be verified")
  return isSigned === true ? "valid" : "invalid"
}

const digits = /^\d+$/

/**
 * Whether the named device signed the receipt's data; undefined if there is no such device, or a cell or the key is
 * malformed. Several may be verified concurrently, see `verifiedAtOnce`.
 */
export const verifySignature = async (
  { rows }: CheckedReceipt,
  { clientId, tses }: CheckedClosing
): Promise<boolean | undefined> => {
  const [row] = rows(file)
  const tse = tses.get(row?.["TSE_ID"] ?? "")
  if (row === undefined || tse === undefined) return undefined
  const { cells, verifier } = tse
  const { TSE_TANR: number = "", TSE_TA_SIGZ: counter = "" } = row
  const logTime = timeOf(row["TSE_TA_ENDE"] ?? "")
  const signature = Option.getOrUndefined(Result.getSuccess(Base64.decode(row["TSE_TA_SIG"] ?? "")))
  if (verifier === undefined || logTime === undefined || signature === undefined) return undefined
  if (!digits.test(number) || !digits.test(counter)) return undefined
  return verifiesInBackground(verifier, {
    clientId,
    processType: row["TSE_TA_VORGANGSART"] ?? "",
    processData: row["TSE_VORGANGSDATEN"] ?? "",
    transactionNumber: BigInt(number),
    signatureCounter: BigInt(counter),
    logTime,
    algorithm: cells["TSE_SIG_ALGO"] ?? "",
    timeFormat: cells["TSE_ZEITFORMAT"] ?? "",
    signature
  })
}

/** Cash transfers inside the business may be in the fifth slot or in none. */
const movements = new Set(["Geldtransit", "DifferenzSollIst"])

const checkProcessData = ({ head, rows }: CheckedReceipt, text: string, report: Report): void => {
  const parsed = parse(text)
  if (Result.isFailure(parsed)) return report(file, `TSE_VORGANGSDATEN: ${parsed.failure.message}`)
  const data = parsed.success
  const bySlot = sumsBy(
    rows("transactions_vat.csv"),
    (row) => String(slotOfKey(Number(row["UST_SCHLUESSEL"]))),
    "BON_BRUTTO"
  )
  const moved = rows("lines.csv").every((row) => movements.has(row["GV_TYP"] ?? ""))
  const empty = data.slots.every((slot) => slot === 0n)
  if (!(moved && empty) && data.slots.some((slot, i) => slot * 1000n !== (bySlot.get(String(i + 1)) ?? 0n))) {
    report(file, "TSE_VORGANGSDATEN has other amounts by tax than transactions_vat.csv")
  }
  if (sumPaid(data) * 1000n !== amountOf(head["UMS_BRUTTO"])) {
    report(file, "TSE_VORGANGSDATEN has another payment than UMS_BRUTTO")
  }
  const cash = rows("datapayment.csv").filter((row) => row["ZAHLART_TYP"] === "Bar")
  if (sumPaid(data, "Bar") * 1000n !== sumOf(cash, "BASISWAEH_BETRAG")) {
    report(file, "TSE_VORGANGSDATEN has another payment in cash than datapayment.csv")
  }
}

const sumPaid = ({ payments }: ProcessData, kind?: "Bar") =>
  payments.filter((payment) => kind === undefined || payment.kind === kind)
    .reduce((total, { amount }) => total + amount, 0n)
