import { assert, it } from "@effect/vitest"
import * as Money from "@wristbank/core/base/Money"
import { refusalName } from "@wristbank/core/base/Rule"
import { sepaText } from "@wristbank/core/base/SepaText"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import type { PayoutFile } from "@wristbank/core/payout/PayoutFile"
import type { SepaVersion } from "@wristbank/core/payout/PayoutFile"
import { type SepaFile, sepaFiles, type SepaOptions } from "@wristbank/core/payout/SepaFiles"
import { DateTime, Result } from "effect"
import fc from "fast-check"
import { readFileSync } from "node:fs"
import { anyPayoutFile, line, payoutFile } from "./SamplePayouts.ts"
import { readMessage } from "./SepaMessage.ts"

const versions: ReadonlyArray<SepaVersion> = ["pain.001.001.09", "pain.001.001.03"]
const usual: SepaOptions = { version: "pain.001.001.09", maxPerFile: 1000 }

const write = (file: PayoutFile, options: Partial<SepaOptions> = {}): ReadonlyArray<SepaFile> =>
  Result.getOrThrow(runAtOnce(sepaFiles(file, { ...usual, ...options })))

const only = (file: PayoutFile, options?: Partial<SepaOptions>): SepaFile => {
  const [first, ...others] = write(file, options)
  assert.lengthOf(others, 0)
  return first!
}

const refused = (file: PayoutFile, options: Partial<SepaOptions> = {}) =>
  Result.getOrThrow(Result.flip(runAtOnce(sepaFiles(file, { ...usual, ...options }))))

const problemRules = (file: PayoutFile, options: Partial<SepaOptions> = {}) =>
  refused(file, options).problems?.map(({ rule }) => rule)

const two = [
  line(1, { accountName: "Jörg Müßig", iban: "NL91ABNA0417164300" }),
  line(2, { amount: Money.Cents.make(250n), remittance: "foobar" }),
  line(3, { amount: Money.zero, donation: Money.Cents.make(500n), accountName: null, iban: null })
]

it.each(versions)("a %s file is what banks were promised", (version) => {
  const file = only(payoutFile(two, { debtor: { ...payoutFile([]).debtor, bic: "BKAUATWW" } }), { version })
  assert.strictEqual(file.xml, readFileSync(new URL(`golden/${version}.xml`, import.meta.url), "utf8"))
})

it("says everything twice where banks compare, and names no one's bank", () => {
  const { group, payment, transfers } = readMessage(only(payoutFile(two)).xml)
  assert.deepStrictEqual([group.count, group.sum, payment.count, payment.sum], ["2", "12.50", "2", "12.50"])
  assert.strictEqual(payment.batch, "true")
  assert.strictEqual(payment.bank, "NOTPROVIDED")
  assert.strictEqual(payment.debtor, "Sommerfest e.V. + Soehne")
  assert.deepStrictEqual(transfers.map(({ name }) => name), ["Jorg Mussig", "Ana"])
  assert.deepStrictEqual(transfers.map(({ endToEndId }) => endToEndId), ["WB-7-1", "WB-7-2"])
  assert.strictEqual(readMessage(only(payoutFile([line(1)])).xml).payment.batch, "false")
})

it("pays every payout once, in one file or in many, and nothing else", () =>
  fc.assert(fc.property(
    anyPayoutFile,
    fc.integer({ min: 1, max: 7 }),
    fc.constantFrom(...versions),
    (file, maxPerFile, version) => {
      const files = write(file, { maxPerFile, version })
      const messages = files.map(({ xml }) => readMessage(xml))
      const due = file.payouts.filter(({ amount }) => amount > 0n)
      assert.deepStrictEqual(
        messages.flatMap(({ transfers }) => transfers),
        due.map(({ accountName, amount, endToEndId, iban, remittance }) => ({
          endToEndId,
          currency: "EUR",
          amount: Money.format(amount),
          name: sepaText(accountName ?? "", 70, { country: iban!.slice(0, 2) }),
          iban,
          remittance: sepaText(remittance, 140, { country: iban!.slice(0, 2) }) || endToEndId
        }))
      )
      for (const [n, { group, payment, transfers }] of messages.entries()) {
        const sum = Money.format(Money.sum(transfers.map(({ amount }) => Money.parse(amount) ?? Money.zero)))
        assert.isAtMost(transfers.length, maxPerFile)
        assert.deepStrictEqual([group.count, payment.count], [`${transfers.length}`, `${transfers.length}`])
        assert.deepStrictEqual([group.sum, payment.sum, Money.format(files[n]!.sum)], [sum, sum, sum])
        assert.strictEqual(files[n]!.count, transfers.length)
        for (const id of [group.id, payment.id]) assert.match(id, /^[A-Za-z0-9-]{1,35}$/)
        assert.strictEqual(group.id, files[n]!.messageId)
      }
      for (const ids of [files.map(({ messageId }) => messageId), files.map(({ part }) => String(part))]) {
        assert.strictEqual(new Set(ids).size, files.length)
      }
      assert.strictEqual(
        new Set(messages.flatMap(({ group, payment }) => [group.id, payment.id])).size,
        2 * files.length
      )
    }
  )))

it("the same order has the same ids whenever and however it is written, another order has others", () => {
  const file = payoutFile(two)
  const { messageId } = only(file)
  assert.strictEqual(only(file).xml, only(file).xml)
  const later = payoutFile(two, { createdAt: DateTime.makeUnsafe("2026-07-01T08:00:00Z") })
  assert.strictEqual(only(later).messageId, messageId)
  assert.strictEqual(only(file, { version: "pain.001.001.03" }).messageId, messageId)
  const others = [
    payoutFile(two, { executionDate: "2026-07-02" }),
    payoutFile(two, { runId: 13n }),
    payoutFile(two, { debtor: { ...file.debtor, iban: "DE89370400440532013000" } }),
    payoutFile(two.slice(1)),
    payoutFile([line(1, { amount: Money.Cents.make(1001n) }), ...two.slice(1)]),
    payoutFile([line(1, { endToEndId: "WB-8-1" }), ...two.slice(1)])
  ]
  const ids = [messageId, ...others.map((other) => only(other).messageId)]
  assert.strictEqual(new Set(ids).size, ids.length)
})

it("a payout that is not to be paid any more leaves the others where they were", () => {
  const payouts = [1, 2, 3, 4, 5].map((id) => line(id))
  const idsIn = (files: ReadonlyArray<SepaFile>) =>
    files.map((
      { part, parts, xml }
    ) => [`${part} of ${parts}`, ...readMessage(xml).transfers.map(({ endToEndId }) => endToEndId)])
  const before = write(payoutFile(payouts), { maxPerFile: 2 })
  const after = write(payoutFile(payouts), { maxPerFile: 2, without: new Set([1n, 5n]) })
  assert.deepStrictEqual(idsIn(after), [
    ["1 of 3", "WB-7-2"],
    ["2 of 3", "WB-7-3", "WB-7-4"]
  ])
  assert.strictEqual(after[1]!.messageId, before[1]!.messageId)
  assert.notStrictEqual(after[0]!.messageId, before[0]!.messageId)
  const none = { without: new Set(payouts.map(({ id }) => id)) }
  assert.deepStrictEqual(problemRules(payoutFile(payouts), none), ["payout.nothing_to_transfer"])
})

it("a long run is written whole", () => {
  const payouts = Array.from({ length: 2001 }, (_, n) => line(n))
  const { xml } = only(payoutFile(payouts), { maxPerFile: 5000 })
  const { group, transfers } = readMessage(xml)
  assert.notMatch(xml, /<\/CdtTrfTxInf>.*<CdtTrfTxInf>/, "each transfer begins on a line of its own")
  assert.deepStrictEqual(transfers.map(({ endToEndId }) => endToEndId), payouts.map(({ endToEndId }) => endToEndId))
  assert.deepStrictEqual([group.count, group.sum], ["2001", "20010.00"])
  const pauses = Array.from(sepaFiles(payoutFile(payouts), { ...usual, maxPerFile: 5000 }))
  assert.lengthOf(pauses, 12, "it pauses for every thousand payouts that are checked, and every 250 that are written")
})

it("the run with the largest number has ids that banks take", () => {
  const { group, payment } = readMessage(write(payoutFile(two, { runId: 2n ** 63n - 1n }), { maxPerFile: 1 })[1]!.xml)
  assert.match(group.id, /^M9223372036854775807-2-[0-9a-f]{12}$/)
  assert.match(payment.id, /^P9223372036854775807-2-[0-9a-f]{12}$/)
})

it("a run that had a bank file before keeps the spelling and the ids of it", () => {
  const debtor = { ...payoutFile([]).debtor, bic: "BKAUATWW" }
  const before = only(payoutFile(two, { debtor, spelling: "plain" }))
  assert.strictEqual(before.messageId, "M12-1-ef959f664ba928c7ef75ad219050d")
  assert.strictEqual(readMessage(before.xml).payment.debtor, "Sommerfest e.V. + Sohne")
  const german = [line(1, { accountName: "Jörg Müßig", remittance: "Größe" })]
  const names = (spelling: "national" | "plain") =>
    readMessage(write(payoutFile(german, { spelling }))[0]!.xml).transfers.map((
      { name, remittance }
    ) => [name, remittance])
  assert.deepStrictEqual(names("plain"), [["Jorg Mussig", "Grosse"]])
  assert.deepStrictEqual(names("national"), [["Joerg Muessig", "Groesse"]])
})

it("the sender's account may be given as people write it", () => {
  const file = payoutFile(two)
  const debtor = { ...file.debtor, iban: `IBAN ${file.debtor.iban.replaceAll(/.{4}/g, "$& ")}` }
  assert.strictEqual(write(payoutFile(two, { debtor }))[0]!.xml, write(file)[0]!.xml)
})

it("refuses what banks could not pay, and names it", () => {
  const { debtor } = payoutFile([])
  const mistakes = [
    [payoutFile([]), "payout.nothing_to_transfer"],
    [payoutFile([two[2]!]), "payout.nothing_to_transfer"],
    [payoutFile(two, { currency: "CHF" }), "payout.currency_not_euro"],
    [payoutFile(two, { executionDate: "2026-02-30" }), "primitives.date_invalid"],
    [payoutFile(two, { debtor: { ...debtor, iban: "DE89370400440532013001" } }), "payout.sender_iban_invalid"],
    [payoutFile(two, { debtor: { ...debtor, name: "🎪" } }), "payout.sender_name_unwritable"],
    [payoutFile(two, { debtor: { ...debtor, bic: "NOBANK" } }), "payout.sender_bic_invalid"],
    [payoutFile([line(4, { iban: "DE89370400440532013001" })]), "payout.transfer_iban_invalid"],
    [payoutFile([line(4, { iban: null })]), "payout.transfer_iban_invalid"],
    [payoutFile([line(4, { accountName: "😀" })]), "payout.transfer_name_unwritable"],
    [payoutFile([line(4, { accountName: null })]), "payout.transfer_name_unwritable"],
    [payoutFile([line(4, { amount: Money.Cents.make(100_000_000_000n) })]), "payout.transfer_too_large"],
    [payoutFile([line(4), line(5, { endToEndId: "WB-7-4" })]), "payout.end_to_end_id_repeated"]
  ] as const
  for (const [file, rule] of mistakes) assert.deepStrictEqual(problemRules(file), [rule])
  for (const maxPerFile of [0, -1, 1.5, Infinity, NaN]) {
    assert.deepStrictEqual(problemRules(payoutFile(two), { maxPerFile }), ["payout.file_size_invalid"], `${maxPerFile}`)
  }
  const richest = Array.from({ length: 11 }, (_, n) => line(n, { amount: Money.Cents.make(99_999_999_999n) }))
  assert.lengthOf(write(payoutFile(richest.slice(1))), 1)
  assert.deepStrictEqual(problemRules(payoutFile(richest)), ["payout.run_sum_too_large"])
  const whole = [...richest.slice(1), line(11, { amount: Money.Cents.make(Money.limit - 999_999_999_990n) })]
  assert.strictEqual(only(payoutFile(whole)).sum, Money.limit)
  assert.deepStrictEqual(refused(payoutFile(two, { executionDate: "2026-02-30" })).problems?.[0]?.fields, [
    "execution_date"
  ])
  const listed = (count: number) =>
    problemRules(payoutFile(Array.from({ length: count }, (_, n) => line(n, { iban: null }))))
  const five = Array.from({ length: 5 }, () => "payout.transfer_iban_invalid")
  assert.deepStrictEqual([listed(5), listed(6)], [five, [...five, "payout.further_problems"]])
  const many = refused(payoutFile(Array.from({ length: 50 }, (_, n) => line(n, { iban: null }))))
  assert.match(many.message, /^Payout 0 .*; Payout 4 has no valid IBAN; and 45 more$/)
})

it("says in German, too, what a bank could not pay", () => {
  const many = refused(payoutFile(Array.from({ length: 7 }, (_, n) => line(n, { iban: null })), { currency: "CHF" }))
  assert.strictEqual(refusalName(many), "payout.file_impossible")
  const invalid = ["payout.transfer_iban_invalid", [], "Auszahlung 0 hat keine gültige IBAN"]
  const problems = many.problemsIn("de")?.map(({ fields, message, rule }) => [rule, fields, message]) ?? []
  assert.deepStrictEqual([problems[1], problems[5]], [invalid, ["payout.further_problems", [], "und 3 weitere"]])
  assert.match(
    many.messageIn("de"),
    /^SEPA-Überweisungen gibt es nur in EUR, nicht in CHF; Auszahlung 0 hat keine gültige IBAN; .*; und 3 weitere$/
  )
})
