/** What the first version is; later ones are described by their changes. */
export const firstVersion = `## 0.1.0

### Added in 0.1.0

The first version: everything that a festival needs to sell without cash, from ordered wristbands to the last payout.

#### At the till

- A till in the browser of a phone, a tablet or a computer, which starts and books without a network connection and sends what waits later.
- Sales to the wristband, in cash or by card, with fixed and free prices, vouchers, deposits and their return, and checks of age.
- Pictures, ten colours and short names on buttons: made small in the office, kept by the till, readable in the sun.
- Categories with a colour and an order: tabs that say what of each is in the basket, and a search that finds them.
- Price lists by time, place and kind of wristband: happy hour begins and ends by itself, and no guest pays more than the till showed.
- Baskets keep the prices of their first press for some minutes. Then the till marks what changed, and asks before it sells.
  The office lists what was sold at held prices, by till and cashier. A price that was wrong ends for open baskets too.
- Top-ups in cash or by card, pay-outs in cash, and the sale and scan of tickets at the entrance.
- Cancels and corrections of sales, vouchers for guests and crew, and the exchange of a lost wristband.
- Chips are read by NFC, by a keyboard reader or by the printed PIN; secrets on the chip reveal copied ones.
- A booking that is sent twice counts once, whatever became of the first answer.
- The receipt of each booking as a QR code with its link.
- The published protocol of terminals, so existing terminal apps work.

#### Cash

- Registers with an account each, shifts with a float, close-outs with the counted difference, transports and the vault.
- A register belongs to one cashier at a time, and the same movement of cash is not booked twice.

#### For guests

- A portal without an app: balance, receipts, top-up by card, the bank account for what remains, donations, and blocking a lost wristband.
- Sign-in with the PIN of the wristband; wrong tries are slowed without shutting out others of the same network.
- Bank accounts of all SEPA countries, checked while they are typed, with names as banks can write them.
- English and German, and the logo and the colours of the event.

#### Payouts

- Runs that pay each guest at most once, with bank files (pain.001) and lists for accounting.
- A preview with each guest who is left out, and why; blocked payouts with who blocked them and since when.
- Money that the bank returns goes back to the guest's balance.

#### Presale and card payments

- Import from ticket shops: pretix with its webhooks, or a CSV file of any shop. Credit of tickets becomes balance.
- Check-ins go back to the shop. What needs a decision, such as a refunded ticket that was used, is a case.
- Card payments with SumUp, at the till and in the portal. Payments that the provider does not confirm, that differ or that were
  returned wait for an operator, and a comparison by day finds the others.

#### Tax

- Receipts signed by a certified device (TSE) in the background, at most one device for each till, with another one taking over.
- Receipts as page, PDF and text, with the printed code; \`wristbank receipt verify\` checks it.
- The export for the German tax office (DSFinV-K), its own checker, and the report of tills and devices (§ 146a AO).
- Tax is rounded once for each rate, and the lines of a receipt add up to it.

#### In the office

- A back office in the browser: people and their roles, products, tills, layouts, wristbands, guests, orders, cash, payouts, reports.
- A checklist before the event, the page **Now** during it with what needs attention, and steps to follow after it.
- One search for guests, orders, wristbands, tickets, people and tills.
- Prices and taxes of products that change now or from a moment on, with their history and a price list of any moment.
- Products that are sold out: marked at a till or in the office, and refused at all tills of the place from then on.
- Reports as PDF, CSV or JSON, of now or as of a moment; settlement by stall; statistics by hour.
- An event as a file, with the prices that are planned: export, compare, apply, copy.
- An audit log with who did what, and the state before and after.
- Devices of the management Headwind beside the tills that run on them.

#### At the command line

- \`wristbank up\` starts everything, with PostgreSQL in the package or with one of your own.
- Commands for users, wristbands, terminals, cards, mail, presale, payouts, reports, exports, signing devices and backups, all with
  \`--json\`, \`--as\` for who answers for it, and a line that says what helps if it is refused.
- \`wristbank watch\` shows a running event in the terminal, also from another computer.
- \`wristbank doctor\` recomputes every balance, verifies every signature, and finds what was changed past the server.
- Each business day is sealed with a hash once it is over; \`wristbank seal\` lists the hashes and compares them with what was kept outside.
- \`wristbank simulate\` runs a whole festival, and the demo has stand-ins for signing device, card provider, ticket shop and device
  management.

#### In operation

- Double entry in PostgreSQL 15 or newer: postings are never changed, and every balance is the sum of its postings.
- Any number of servers and workers beside each other, with one process for each core, and updates while tills sell.
- Backups of the embedded database with a return to any moment, checked by checksums.
- Servers wait for their database, refuse early when they are overloaded, and let bookings go before all else.
- Passwords hashed with argon2id, second factors, sealed secrets, sessions that can be ended, limits for every anonymous call.
- Metrics with alarms for Prometheus, and an address that says whether a server can book.
- Units for systemd, an image, and an example of two servers.

#### For programs

- Three HTTP APIs (administration, terminal, portal) with OpenAPI documents, compatible with published clients.
- Refusals with stable names, a sentence in English and German, the numbers as fields, and a remedy.
- Packages to embed: \`@wristbank/core\` with decisions that need no database, \`@wristbank/http\` with typed clients and the server,
  \`@wristbank/cli\`.`
