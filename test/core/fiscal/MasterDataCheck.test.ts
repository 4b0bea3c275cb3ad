import { afterAll, assert, describe, it } from "@effect/vitest"
import { changedSample } from "./ChangedSample.ts"

const { checkWith, firstRow, found, remove, replaced, without } = await changedSample()
afterAll(remove)

describe("a check of an export finds what lacks, is unknown or stands there twice:", () => {
  it.each<[what: string, change: () => { [file: string]: Buffer }, problem: RegExp]>([
    [
      "no name",
      () => replaced("cashpointclosing.csv", ";Festival GmbH;", ";;"),
      /^cashpointclosing.csv 1: NAME is empty/
    ],
    [
      "no street of a place",
      () => replaced("location.csv", "Wiesenweg 1", ""),
      /^location.csv 1: LOC_STRASSE is empty/
    ],
    [
      "neither tax number nor VAT id",
      () => replaced("cashpointclosing.csv", "9181081508155", ""),
      /^cashpointclosing.csv 1: STNR and USTID are both empty/
    ],
    ["a rate without words", () => replaced("vat.csv", "Satz 1", ""), /^vat.csv 1: UST_BESCHR is empty/],
    [
      "a terminal that is none of the till's",
      () => replaced("transactions.csv", ";sale;;", ";sale;99;"),
      /^transactions.csv 1: BON_ID 41: TERMINAL_ID 99 is not in slaves.csv/
    ],
    [
      "a line of a terminal that is none of the till's",
      () => replaced("lines.csv", "0,5 l\";;", "0,5 l\";99;"),
      /POS_TERMINAL_ID 99 is not in slaves.csv/
    ],
    [
      "an agency that nobody described",
      () => replaced("lines.csv", ";0;0;0;12;", ";0;0;3;12;"),
      /^lines.csv 1: BON_ID 41: AGENTUR_ID 3 is not in pa.csv/
    ],
    [
      "business of another agency",
      () => replaced("businesscases.csv", ";0;1;", ";3;1;"),
      /^businesscases.csv: .* of agency 3 with key 1 is in it, and no receipt has it/
    ],
    [
      "business of another name",
      () => replaced("businesscases.csv", "Pfand;;0", "Pfand;Kiste;0"),
      /^businesscases.csv: .*: Pfand with key 5 is not in it/
    ],
    ["a payment of another name", () => replaced("payment.csv", ";tag;", ";card;"), /Guthabenkarte card is in it/],
    ["a country that is none", () => replaced("cashpointclosing.csv", ";DEU;", ";X;"), /LAND is X, expected a country/],
    [
      "a number of receipts twice",
      () => replaced("transactions.csv", ";42;42;", ";42;41;"),
      /2: BON_NR 41 stands there/
    ],
    ["nobody who booked", () => replaced("transactions.csv", "Z;7;", "Z;;"), /BEDIENER_ID is empty/],
    [
      "a terminal twice",
      () =>
        replaced(
          "slaves.csv",
          /\r\n(1000;.*?;1;2000.*?\r\n)/,
          `\r\n${firstRow("slaves.csv")}${firstRow("slaves.csv")}`
        ),
      /^slaves.csv 2: Till 1000, closing 1 has the same TERMINAL_ID twice/
    ],
    [
      "a device twice",
      () => replaced("tse.csv", /\r\n/, `\r\n${firstRow("tse.csv")}`),
      /^tse.csv 2: Till 1000, closing 1 has the same TSE_ID twice/
    ],
    [
      "a payment of nothing twice",
      () => replaced("payment.csv", /\r\n/, `\r\n${firstRow("payment.csv").replace("12,00", "0,00")}`),
      /^payment.csv 2: Till 1000, closing 1 has the same ZAHLART_TYP, ZAHLART_NAME twice/
    ],
    [
      "a drawer twice",
      () => replaced("allocation_groups.csv", /\r\n/, `\r\n${firstRow("allocation_groups.csv")}`),
      /^allocation_groups.csv 1: BON_ID 100: It has an ABRECHNUNGSKREIS twice/
    ],
    [
      "no payment of a receipt",
      () => without("datapayment.csv", /;41;/),
      /^transactions.csv 1: BON_ID 41: It has no row in/
    ],
    ["no tax of a receipt", () => without("transactions_vat.csv", /;41;5;/), /BON_ID 41: It has no row of key 5/],
    ["no rates of a closing", () => without("vat.csv", /1001;/), /UST_SCHLUESSEL 1 is not in vat.csv of its closing/],
    [
      "no cash of a closing",
      () => without("cash_per_currency.csv", /1001;/),
      /^cash_per_currency.csv: Till 1001, closing 1 has 0 rows/
    ],
    [
      "no kinds of business of a closing",
      () => without("businesscases.csv", /1001;/),
      /Till 1001, closing 1: .* is not in it/
    ]
  ])("%s", async (_, change, problem) => {
    const problems = found(await checkWith(change()))
    assert.isTrue(problems.some((one) => problem.test(one)), problems.join("\n"))
  })
})
