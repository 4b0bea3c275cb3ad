import type { Language } from "@wristbank/core/base/Language"
import { escaped } from "@wristbank/core/base/MarkupText"
import type { DemoGuide } from "./DemoGuide.ts"

/** Something on a port that the landing page leads to. */
export interface LandingLink {
  readonly title: string
  /** A path on this port, or a complete address. */
  readonly url: string
}

/** What a port serves. */
export interface Landing {
  readonly applications: ReadonlyArray<LandingLink>
  readonly apis: ReadonlyArray<LandingLink>
  /** Whether the APIs have their pages `docs` and `openapi.json`. */
  readonly docs: boolean
  /** Where the source of the running version is. */
  readonly sourceUrl: string | undefined
}

const english = {
  lead: "Cashless payments for festivals.",
  applications: "Applications",
  portal: { name: "Customer portal", purpose: "For guests: balance, top-ups, receipts, money back." },
  till: { name: "Till", purpose: "For cashiers: sell, top up, pay out, scan tickets." },
  administration: { name: "Back office", purpose: "For organisers: set up, watch, count, pay out." },
  interfaces: "Interfaces for programs",
  tryIt: "try it",
  software: "Wristbank, free software under the AGPL 3.0.",
  source: "Source code",
  demo: "Try the demo",
  demoLead: "None of this is real. Only browsers on this machine see this part.",
  demoSteps: [
    "Open a till below and sign in with Anna, who may do so alone. Then sell: a guest's tag is a button there.",
    "Open the portal and sign in with the PIN of a guest: the sale is there, with its receipt.",
    "Look at the till again two minutes after the start: it is happy hour, and wine and gin cost less."
  ],
  tills: "Tills that wait for a device",
  noTills: "All are registered. A new code: wristbank terminal code",
  guests: "Guests",
  people: "Staff",
  columns: { pin: "PIN", balance: "Balance", tag: "Tag", name: "Name", role: "Role", works: "Works at" },
  vouchers: (count: number) => count === 1 ? "1 voucher" : `${count} vouchers`,
  under: (age: string) => `under ${age}`
}

type Texts = typeof english

const german: Texts = {
  lead: "Bargeldlos bezahlen auf Festivals.",
  applications: "Anwendungen",
  portal: { name: "Kundenportal", purpose: "Für Gäste: Guthaben, Aufladen, Belege, Geld zurück." },
  till: { name: "Kasse", purpose: "Für Kassierende: verkaufen, aufladen, auszahlen, Tickets scannen." },
  administration: { name: "Verwaltung", purpose: "Für Veranstaltende: einrichten, zusehen, zählen, auszahlen." },
  interfaces: "Schnittstellen für Programme",
  tryIt: "ausprobieren",
  software: "Wristbank, freie Software unter der AGPL 3.0.",
  source: "Quelltext",
  demo: "Die Demo ausprobieren",
  demoLead: "Nichts davon ist echt. Nur Browser auf diesem Rechner sehen diesen Teil.",
  demoSteps: [
    "Unten eine Kasse öffnen und mit Anna anmelden, die das allein darf. Dann verkaufen: Die Bänder der Gäste sind dort Knöpfe.",
    "Das Portal öffnen und mit der PIN eines Gastes anmelden: Der Verkauf steht dort, mit Beleg.",
    "Zwei Minuten nach dem Start noch einmal auf die Kasse sehen: Es ist Happy Hour, und Wein und Gin kosten weniger."
  ],
  tills: "Kassen, die auf ein Gerät warten",
  noTills: "Alle sind angemeldet. Ein neuer Code: wristbank terminal code",
  guests: "Gäste",
  people: "Personal",
  columns: { pin: "PIN", balance: "Guthaben", tag: "Band", name: "Name", role: "Rolle", works: "Arbeitet" },
  vouchers: (count) => count === 1 ? "1 Gutschein" : `${count} Gutscheine`,
  under: (age) => `unter ${age}`
}

const texts: Readonly<Record<Language, Texts>> = { en: english, de: german }

/** The page that leads to what a port serves. */
export const landingHtml = (
  { applications, apis, docs, sourceUrl }: Landing,
  language: Language,
  guide: DemoGuide | undefined
) => {
  const say = texts[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Wristbank</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Wristbank</h1>
<p>${say.lead}</p>
${
    applications.length === 0
      ? ""
      : section(say.applications, `<ul class="cards">${applications.map(card(say)).join("")}</ul>`)
  }
${guide === undefined ? "" : demo(say, guide)}
${section(say.interfaces, `<ul>${apis.map((api) => interfaceItem(api, docs, say)).join("")}</ul>`)}
</main>
<footer><p>${say.software}${
    sourceUrl === undefined ? "" : ` <a href="${escaped(sourceUrl)}">${say.source}</a>`
  }</p></footer>
</body>
</html>
`
}

const section = (title: string, content: string) => `<section><h2>${title}</h2>${content}</section>`

const card = (say: Texts) => ({ title, url }: LandingLink) => {
  const { name, purpose } = say[title as "portal" | "till" | "administration"]
  return `<li><a href="${escaped(url)}"><b>${name}</b><span>${purpose}</span></a></li>`
}

const interfaceItem = ({ title, url }: LandingLink, docs: boolean, say: Texts) => {
  const at = escaped(url)
  const links = docs ? `: <a href="${at}/docs">${say.tryIt}</a>, <a href="${at}/openapi.json">openapi.json</a>` : ""
  return `<li>${escaped(title)} <code>${at || "/"}</code>${links}</li>`
}

const demo = (say: Texts, { event, guests, people, terminals }: DemoGuide) => {
  const { columns } = say
  const codes = terminals.map(({ code, name }) =>
    `<li><a href="/till/#code=${escaped(code)}"><b>${escaped(name)}</b></a></li>`
  )
  return section(
    `${say.demo}: ${escaped(event)}`,
    `<p>${say.demoLead}</p><ol>${say.demoSteps.map((step) => `<li>${step}</li>`).join("")}</ol>` +
      `<h3>${say.tills}</h3>${
        codes.length === 0 ? `<p>${say.noTills}</p>` : `<ul class="cards small">${codes.join("")}</ul>`
      }` +
      `<h3>${say.guests}</h3>` +
      table(
        [columns.pin, columns.balance, columns.tag, ""],
        guests.map((guest) => [
          `<code>${escaped(guest.pin)}</code>`,
          `${guest.balance} €`,
          String(guest.tag),
          [
            guest.vouchers === 0 ? [] : say.vouchers(guest.vouchers),
            guest.restriction === null ? [] : say.under(guest.restriction.replace(/\D/g, ""))
          ].flat().join(", ")
        ]),
        "amount-second"
      ) +
      `<h3>${say.people}</h3>` +
      table(
        [columns.name, columns.role, columns.works, columns.tag],
        people.map(({ name, role, tag, works }) => [
          escaped(name),
          escaped(role),
          escaped(works),
          String(tag)
        ])
      )
  )
}

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>, look = "") =>
  `<table class="${look}"><thead><tr>${
    head.map((cell) => cell === "" ? "<td></td>" : `<th scope="col">${cell}</th>`).join("")
  }</tr></thead><tbody>` +
  `${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</tbody></table>`

const style = `
:root{color-scheme:light dark;--ground:#f5f6f9;--surface:#fff;--text:#16181d;--muted:#545b6b;--line:#d9dde5;--accent:#3746c7}
@media (prefers-color-scheme:dark){:root{--ground:#0f1116;--surface:#181b22;--text:#eceef3;--muted:#a7aebd;--line:#2c313d;--accent:#a3adff}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums}
main,footer{max-width:48rem;margin:0 auto;padding:2rem 1rem}footer{padding-bottom:4rem;font-size:.875rem}
h1{margin:0;font-size:2rem}h2{margin:2.25rem 0 .75rem;font-size:1.25rem}h3{margin:1.5rem 0 .5rem;font-size:1rem}
p{margin:.25rem 0;color:var(--muted)}ul,ol{margin:.5rem 0;padding-left:1.25rem}
a{color:var(--accent);text-underline-offset:.2em}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
code{overflow-wrap:anywhere}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:.75rem;padding:0;list-style:none}
.cards.small{grid-template-columns:repeat(auto-fit,minmax(8rem,1fr))}
.cards a{display:grid;gap:.25rem;height:100%;padding:1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);text-decoration:none}
.cards a:hover{border-color:var(--accent)}.cards b{font-size:1.125rem}.cards.small b{font-size:1rem}.cards span{color:var(--muted)}
table{width:100%;border-collapse:collapse}th,td{padding:.375rem .75rem .375rem 0;border-bottom:1px solid var(--line);text-align:left}.amount-second :is(th,td):nth-child(2){text-align:right;padding-right:1.5rem}th{color:var(--muted);font-weight:600}
@media (max-width:30rem){th,td{padding-right:.5rem;font-size:.875rem}}
`
