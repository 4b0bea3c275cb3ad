import { assert, describe, it } from "@effect/vitest"
import { type ReportedTill, tillReport } from "@wristbank/core/fiscal/Ao146a"
import fc from "fast-check"
import { XmlDocument } from "libxml2-wasm"

const till: ReportedTill = {
  tillId: 1000n,
  brand: "Wristbank",
  model: "Tablet & Leser",
  softwareBrand: "Wristbank",
  purchasedOn: "2026-05-04",
  firstOrderOn: "2026-06-30",
  device: {
    serial: "84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7",
    description: "BSI-K-TR-0393",
    certificationYear: null,
    inUseSince: "2026-06-29",
    formFactor: 2
  }
}

const stays = { softwareVersion: "0.1.0", shutdown: null }

describe("the report of tills", () => {
  it("has the form of ELSTER", () => {
    assert.strictEqual(
      tillReport([till], { ...stays, shutdown: "2026-07-05" }).xml,
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Aufzeichnung146a xmlns="http://finkonsens.de/elster/elsternachricht/aufzeichnung146a/v1" version="1">
  <Aufzeichnung146a>
    <AngabenAufzeichnungssystem>
      <Art>1</Art>
      <Software>Wristbank</Software>
      <SoftwareVersion>0.1.0</SoftwareVersion>
      <SeriennummerAS>1000</SeriennummerAS>
      <Hersteller>Wristbank</Hersteller>
      <Modell>Tablet &amp; Leser</Modell>
      <SeriennummerTSE>84ba2997f8fbf9d0feee48c7ba5812d6d1e37c33fdb11cdb06eb849b1336b1c7</SeriennummerTSE>
      <InbetriebnahmeTSE>29.06.2026</InbetriebnahmeTSE>
      <BSIID>0393-2020</BSIID>
      <ArtTSE>2</ArtTSE>
      <AnschaffungAS>04.05.2026</AnschaffungAS>
      <InbetriebnahmeAS>30.06.2026</InbetriebnahmeAS>
      <AusserbetriebnahmeAS>05.07.2026</AusserbetriebnahmeAS>
      <GrundAusserbetriebnahme>Archivierung</GrundAusserbetriebnahme>
    </AngabenAufzeichnungssystem>
  </Aufzeichnung146a>
</Aufzeichnung146a>
`
    )
  })

  it("lists what no one said", () => {
    const unknown = { ...till.device!, description: "BSI-K-TR-1337" }
    const { gaps, tills, xml } = tillReport(
      [
        till,
        { ...till, tillId: 1001n, purchasedOn: null },
        { ...till, tillId: 1002n, device: null },
        { ...till, tillId: 1003n, device: unknown },
        { ...till, tillId: 1004n, device: { ...unknown, certificationYear: 2027 } },
        { ...till, tillId: 1005n, device: { ...unknown, description: "a device" } }
      ],
      stays
    )
    assert.deepStrictEqual(gaps, [
      "Till 1001 has no day of purchase: the day of its first order stands there",
      "Till 1002 has no signing device and is left out",
      `Device ${unknown.serial} has no year of certification (certificate 1337)`,
      `Device ${unknown.serial} does not say which certificate it has`
    ])
    assert.strictEqual(tills, 5)
    assert.include(xml, "<BSIID>1337-2027</BSIID>")
    assert.include(xml, "<AnschaffungAS>30.06.2026</AnschaffungAS>")
    assert.notInclude(xml, "AusserbetriebnahmeAS")
  })

  it("is XML whatever tills and devices are called", () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ brand: fc.string({ unit: "grapheme" }), description: fc.string() })),
        (drawn) => {
          const tills = drawn.map(({ brand, description }) => ({
            ...till,
            brand,
            device: { ...till.device!, description }
          }))
          const document = XmlDocument.fromString(tillReport(tills, stays).xml)
          const names = document.find("//*[local-name()='AngabenAufzeichnungssystem']")
          assert.strictEqual(names.length, drawn.length)
          document.dispose()
        }
      )
    ))
})
