import { assert, it } from "@effect/vitest"
import { explained, remedies } from "@wristbank/cli/shell/Remedies"
import { rules } from "@wristbank/core/Rules"

/** A message that has several lines, as those of systems may have. */
const message = "It can't be done:\n  the reason \nanother\n"

/** The failures whose messages say what helps, as far as they can: a person who answers no needs no remedy. */
const inMessage = [
  "BackupImpossible",
  "DatabasePooled",
  "DatabaseUnreachable",
  "FileNotWritten",
  "FlagNotRead",
  "FolderInUse",
  "ForeignDatabase",
  "InputFileNotRead",
  "JournalUnreadable",
  "ListenError",
  "NoMoment",
  "NodeUnknown",
  "NotConfirmed",
  "NotSignedIn",
  "PasswordNotGiven",
  "PayoutRunExported",
  "ReceiptCodeNotRead",
  "RestoreIncomplete",
  "SchemaOutdated",
  "SecretKeyError",
  "SecretKeyRefused",
  "TagListNotRead",
  "TillUnknown",
  "TlsFilesError"
]

/** The failures that list problems, a line each. */
const lists = ["AnswersRefused", "EventFileInvalid", "ExportRefused", "NotReconciled"]

// That the table has every failure of a command, the compiler checks: `EffectCommand.runEffect` takes no others.
it.each(Object.keys(remedies))("%s is one line, and says what helps", async (id) => {
  const ownRules = rules.filter((rule) => rule.id === id).map(({ name }) => name)
  const found = await Promise.all(
    (ownRules.length > 0 ? ownRules : [null]).map((rule) => explained({ id, message, rule }))
  )
  for (const { lines, remedy } of found) {
    assert.strictEqual(lines, lists.includes(id) ? message : "It can't be done: the reason; another")
    if (inMessage.includes(id) || lists.includes(id)) assert.isNull(remedy)
    else assert.match(remedy ?? "", /^[^\n`]+\.$/)
  }
})

it("an error without a name of the table is one line as well", async () => {
  assert.deepStrictEqual(await explained({ id: "", message: "one\ntwo", rule: null }), {
    lines: "one; two",
    remedy: null
  })
})
