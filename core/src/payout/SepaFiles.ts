import { Result, Schema } from "effect"
import { createHash } from "node:crypto"
import { isDate } from "../base/ExecutionDate.ts"
import * as Iban from "../base/Iban.ts"
import { Id } from "../base/Id.ts"
import * as Money from "../base/Money.ts"
import { primitiveRules } from "../base/PrimitiveRules.ts"
import { type InvalidArgument, refuseTogether } from "../base/Refusal.ts"
import { type Problem, problem } from "../base/Rule.ts"
import { isNameable } from "../base/SepaText.ts"
import { chunksOf, mapInSlices, type SlicedWork } from "../base/SlicedWork.ts"
import { type PayoutFile, type PayoutLine, SepaVersion } from "./PayoutFile.ts"
import { payoutRules } from "./PayoutRules.ts"
import { obstacleOf, transferOf } from "./SepaTransfer.ts"
import { debtorNameOf, messageXml, transfersXml } from "./SepaXml.ts"

/** A file that orders transfers from a bank. */
export class SepaFile extends Schema.Class<SepaFile>("SepaFile")({
  runId: Id,
  version: SepaVersion,
  /** The number of this file among the files of the run, from 1, and how many there are. */
  part: Schema.Int,
  parts: Schema.Int,
  /** Lets the bank tell a file that was sent twice from a new one. */
  messageId: Schema.String,
  /** Number of transfers. */
  count: Schema.Int,
  /** Sum of the transfers, in cents. */
  sum: Money.Cents,
  xml: Schema.String
}) {}

/** Options of a request for files. */
export interface SepaOptions {
  readonly version: SepaVersion
  /** The most transfers in one file; banks limit them. */
  readonly maxPerFile: number
  /** Payouts of the run that must not be paid any more. The others stay in the file they were in. */
  readonly without?: ReadonlySet<bigint>
}

/**
 * Writes the bank files of a payout run. Each payout with an amount is in exactly one file, in the run's order. The ids are
 * derived from the content, not from the time or the version of the message: the same order always has the same ids, so a
 * bank refuses to execute it twice. Fails with `InvalidArgument`, naming the problems, when any payout could not be paid.
 */
export const sepaFiles = function*(
  given: PayoutFile,
  options: SepaOptions
): SlicedWork<Result.Result<ReadonlyArray<SepaFile>, InvalidArgument>> {
  const file = withReadDebtor(given)
  const toTransfer = file.payouts.filter(({ amount }) => amount > 0n)
  const isDue = ({ id }: PayoutLine) => options.without?.has(id) !== true
  const due = toTransfer.filter(isDue)
  const obstacles = yield* mapInSlices(due, obstacleOf)
  const problems = [
    ...problemsOf(file),
    ...(Number.isSafeInteger(options.maxPerFile) && options.maxPerFile >= 1
      ? []
      : [problem(payoutRules.file_size_invalid, [])]),
    ...(Money.sum(due.map(({ amount }) => amount)) <= Money.limit ? [] : [problem(payoutRules.run_sum_too_large, [])]),
    ...(due.length > 0 ? [] : [problem(payoutRules.nothing_to_transfer, [])]),
    ...due.flatMap(({ id }, n) => {
      const obstacle = obstacles[n]
      return obstacle === undefined ? [] : [problem(obstacle, [], { payout: id })]
    }),
    ...repeated(due.map(({ endToEndId }) => endToEndId)).map((id) =>
      problem(payoutRules.end_to_end_id_repeated, [], { id })
    )
  ]
  if (problems.length > 0) {
    const more = problems.length - maxProblems
    const further = more > 0 ? [problem(payoutRules.further_problems, [], { count: more })] : []
    return refuseTogether(payoutRules.file_impossible, [...problems.slice(0, maxProblems), ...further])
  }
  const parts = chunksOf(toTransfer, options.maxPerFile)
  const files: Array<SepaFile> = []
  for (const [n, part] of parts.entries()) {
    const some = part.filter(isDue)
    if (some.length === 0) continue
    files.push(yield* sepaFile(file, options.version, some, { number: n + 1, total: parts.length }))
  }
  return Result.succeed(files)
}

/** The file with the debtor's account as banks exchange it, which may have been given as people write it. */
const withReadDebtor = (file: PayoutFile): PayoutFile => ({
  ...file,
  debtor: { ...file.debtor, iban: Iban.parse(file.debtor.iban) ?? file.debtor.iban }
})

/** The most problems that a refusal lists. */
const maxProblems = 5

/** The pattern of the older version of the message, which is stricter. */
const bicPattern = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/

const problemsOf = ({ currency, debtor, executionDate }: PayoutFile): ReadonlyArray<Problem> => [
  ...(currency === "EUR" ? [] : [problem(payoutRules.currency_not_euro, [], { currency })]),
  ...(isNameable(debtor.name) ? [] : [problem(payoutRules.sender_name_unwritable, [])]),
  ...(Iban.parse(debtor.iban) !== undefined ? [] : [problem(payoutRules.sender_iban_invalid, [])]),
  ...(debtor.bic === null || bicPattern.test(debtor.bic) ? [] : [problem(payoutRules.sender_bic_invalid, [])]),
  ...(isDate(executionDate) ? [] : [problem(primitiveRules.date_invalid, ["execution_date"], { date: executionDate })])
]

const repeated = (ids: ReadonlyArray<string>): ReadonlyArray<string> => {
  const seen = new Set<string>()
  return ids.filter((id) => seen.size === seen.add(id).size)
}

interface Part {
  /** From 1. */
  readonly number: number
  readonly total: number
}

const sepaFile = function*(
  file: PayoutFile,
  version: SepaVersion,
  payouts: ReadonlyArray<PayoutLine>,
  { number, total }: Part
): SlicedWork<SepaFile> {
  const transfers: Array<string> = []
  for (const some of chunksOf(payouts, 250)) {
    transfers.push(transfersXml(some.map((line) => transferOf(line, file.spelling)), file.currency))
    yield
  }
  const { bic, iban } = file.debtor
  const order = [file.runId, number, total, file.executionDate, debtorNameOf(file), iban, bic, ""].join("\n")
  const hash = createHash("sha256").update(order)
  for (const some of transfers) hash.update(some)
  const id = `${file.runId}-${number}-${hash.digest("hex")}`
  const message = {
    version,
    messageId: `M${id}`.slice(0, 35),
    paymentId: `P${id}`.slice(0, 35),
    count: payouts.length,
    sum: Money.sum(payouts.map(({ amount }) => amount))
  }
  return new SepaFile({
    runId: file.runId,
    version,
    part: number,
    parts: total,
    messageId: message.messageId,
    count: message.count,
    sum: message.sum,
    xml: messageXml(file, message, transfers)
  })
}
