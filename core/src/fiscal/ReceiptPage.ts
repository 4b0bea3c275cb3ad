import { escaped } from "../base/MarkupText.ts"
import { codeSvg, drawCode } from "./ReceiptCode.ts"
import type { Fact, ReceiptSheet } from "./ReceiptSheet.ts"
import type { ReceiptLanguage, ReceiptWords } from "./ReceiptWords.ts"

/** The page contains all that it needs and no script. Headers of the answer forbid browsers to load or run anything else. */
const style = `
:root { color-scheme: light; }
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem; background: #fff; color: #111;
  font: 16px/1.4 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 1.6rem; margin: 1.5rem 0 .75rem; }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
address { font-style: normal; overflow-wrap: anywhere; }
.logo { display: block; width: 100%; max-height: 10rem; margin: 1rem 0; object-fit: contain; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: top; hyphens: auto; }
td { overflow-wrap: anywhere; }
th { border-bottom: 1px solid #111; }
:is(th, td):not(.n) { min-width: 7em; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
:is(th, td):last-child { padding-right: 0; }
tfoot td { border-top: 1px solid #111; font-weight: bold; }
dl { display: grid; grid-template-columns: minmax(9rem, auto) 1fr; gap: .2rem 1rem; margin: 0; }
dt { color: #444; }
dd { margin: 0; overflow-wrap: anywhere; }
.outage { border: 2px solid #111; padding: .75rem; font-weight: bold; }
.code { width: 50mm; margin: 1rem 0; }
.code svg { display: block; width: 100%; height: auto; }
tr, dl > *, .code { break-inside: avoid; }
nav { display: flex; gap: 1rem; margin-bottom: 1rem; }
@media (max-width: 30rem) { body { font-size: 14px; } dl { grid-template-columns: 1fr; } dt { margin-top: .3rem; }
  th, td { padding-right: .4rem; } }
@media print { nav { display: none; } body { margin: 0; max-width: none; font-size: 11pt; } @page { margin: 15mm; } }`

/** The pause before a page asks again whether its receipt is signed, in seconds. */
const pauseSeconds = 5

/** In place of a receipt that waits for its signature. It has no script, so the browser loads it again. */
export const awaitedPage = (language: ReceiptLanguage, { awaited, awaitedHint }: ReceiptWords): string =>
  `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${pauseSeconds}">
<title>${escaped(awaited)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(awaited)}</h1>
<p>${escaped(awaitedHint)}</p>
</main>
</body>
</html>
`

/** A receipt as a page of its own: no script, nothing loaded from elsewhere, every text escaped. */
export const receiptPage = (sheet: ReceiptSheet, logo: Uint8Array | null): string => {
  const { language, words } = sheet
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(sheet.heading)} ${escaped(sheet.facts[0]?.[1] ?? "")}</title>
<style>${style}</style>
</head>
<body>
<nav><a href="pdf?lang=${language}">${escaped(words.asPdf)}</a> ${otherLanguage(sheet)}</nav>
<main>
${
    logo === null
      ? ""
      : `<img class="logo" alt="" src="data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}">`
  }
<address>${sheet.issuer.map(escaped).join("<br>")}</address>
<h1>${escaped(sheet.heading)}</h1>
${list(sheet.facts)}
${items(sheet)}
${taxes(sheet)}
${signature(sheet)}
</main>
</body>
</html>
`
}

const otherLanguage = ({ language, words }: ReceiptSheet) => {
  const other = language === "de" ? "en" : "de"
  return `<a href="html?lang=${other}" lang="${other}" hreflang="${other}">${escaped(words.otherLanguage)}</a>`
}

const items = ({ items: lines, total, words }: ReceiptSheet) =>
  table(
    [[words.quantity, true], [words.product, false], [words.price, true], [words.total, true]],
    lines.map((line) => [line.quantity, line.name, line.price, line.total]),
    ["", words.sum, "", total]
  )

const taxes = ({ taxSum, taxes: rates, words }: ReceiptSheet) =>
  table(
    [[words.rate, false], [words.gross, true], [words.net, true], [words.tax, true]],
    rates.map((one) => [one.rate, one.gross, one.net, one.tax]),
    [words.sum, taxSum.gross, taxSum.net, taxSum.tax]
  )

const signature = ({ code, outage, signature: facts, words }: ReceiptSheet): string => {
  if (outage !== null) return `<p class="outage">${escaped(outage)}</p>`
  if (facts.length === 0) return ""
  const image = code === null ? "" : `<div class="code">${codeSvg(drawCode(code), escaped(words.code))}</div>`
  return `<h2>${escaped(words.signature)}</h2>\n${image}\n${list(facts)}`
}

const list = (facts: ReadonlyArray<Fact>) =>
  `<dl>${facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join("")}</dl>`

/** @param numbers columns that are aligned right */
const table = (
  columns: ReadonlyArray<readonly [name: string, isNumber: boolean]>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  last: ReadonlyArray<string>
) => {
  const cell = (tag: string) => (text: string, n: number) =>
    `<${tag}${columns[n]?.[1] === true ? " class=\"n\"" : ""}>${escaped(text)}</${tag}>`
  const row = (cells: ReadonlyArray<string>) => `<tr>${cells.map(cell("td")).join("")}</tr>`
  return `<table><thead><tr>${columns.map(([name]) => name).map(cell("th")).join("")}</tr></thead>` +
    `<tbody>${rows.map(row).join("")}</tbody><tfoot>${row(last)}</tfoot></table>`
}
