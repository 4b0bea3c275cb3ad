import { assert, it } from "@effect/vitest"
import { runAtOnce } from "@wristbank/core/base/SlicedWork"
import type { SepaVersion } from "@wristbank/core/payout/PayoutFile"
import { sepaFiles } from "@wristbank/core/payout/SepaFiles"
import { Result } from "effect"
import fc from "fast-check"
import { XmlDocument, XsdValidator } from "libxml2-wasm"
import { readFileSync } from "node:fs"
import { anyPayoutFile, line, payoutFile } from "./SamplePayouts.ts"

/** The schemas as ISO 20022 publishes them. */
const schemas = new URL("iso20022/", import.meta.url)

const versions: ReadonlyArray<SepaVersion> = ["pain.001.001.09", "pain.001.001.03"]

/** The schema's complaint about a message, if any; `use` may ask any number of times. */
const validating = (version: SepaVersion, use: (problemOf: (xml: string) => string | undefined) => void) => {
  using schema = XmlDocument.fromString(readFileSync(new URL(`${version}.xsd`, schemas), "utf8"))
  using validator = XsdValidator.fromDoc(schema)
  use((xml) => {
    using message = XmlDocument.fromString(xml)
    try {
      validator.validate(message)
      return undefined
    } catch (error) {
      return String(error)
    }
  })
}

it.each(versions)(
  "every %s file is one that the schema of ISO 20022 takes",
  (version) =>
    validating(
      version,
      (problemOf) =>
        fc.assert(fc.property(anyPayoutFile, fc.constantFrom(null, "BKAUATWW", "COBADEFFXXX"), (drawn, bic) => {
          const file = payoutFile(drawn.payouts, { debtor: { ...drawn.debtor, bic } })
          for (const { xml } of Result.getOrThrow(runAtOnce(sepaFiles(file, { version, maxPerFile: 10 })))) {
            assert.isUndefined(problemOf(xml))
          }
        }))
    )
)

it.each(versions)(
  "the schema of %s would tell a mistake",
  (version) =>
    validating(version, (problemOf) => {
      const { xml } = Result.getOrThrow(runAtOnce(sepaFiles(payoutFile([line(1)]), { version, maxPerFile: 10 })))[0]!
      assert.isUndefined(problemOf(xml))
      const mistakes = [
        ["<PmtMtd>TRF</PmtMtd>", ""],
        ["2026-07-01", "2026-02-30"],
        [">WB-7-1<", `>${"x".repeat(36)}<`],
        [">10.00<", ">ten<"],
        [version, version === "pain.001.001.09" ? "pain.001.001.03" : "pain.001.001.09"]
      ] as const
      for (const [right, wrong] of mistakes) {
        assert.include(xml, right)
        assert.isDefined(problemOf(xml.replace(right, wrong)), wrong)
      }
    })
)
