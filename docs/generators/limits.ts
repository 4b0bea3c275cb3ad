/** Writes `docs/reference/limits.md` from the figures in `core/src/base/limits/Limits.ts` and what is said here of each: `node docs/generators/limits.ts`. */
import {
  allowances,
  anonymousConnections,
  bookings,
  buttonPictures,
  categories,
  limits,
  type Pace,
  paces,
  places,
  planned,
  priceLists,
  windowSeconds
} from "@wristbank/core/base/limits/Limits"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { madeBy, table } from "./Markdown.ts"

/** What a limit counts, for whom, and the file that asks it. */
export interface LimitUse {
  readonly what: string
  readonly by: string
  readonly file: string
}

/** What happens beyond each count. */
const closes = "429 `TooManyAttempts`"
const turns = "tries take turns"

const signInLimit = "core/src/organisation/SignInLimit.ts"

export const countUses: Readonly<Record<keyof typeof limits, LimitUse & { readonly beyond: string }>> = {
  account: {
    what: "failed sign-ins; wrong old passwords",
    by: "an account from one network, or a known device; for old passwords the user",
    file: signInLimit,
    beyond: `${turns} (\`login\`, \`wristband\`); a device counts as a stranger's; old passwords: ${closes}`
  },
  network: {
    what: "failed sign-ins at the back office, and at the portal with a chip number",
    by: "a network",
    file: signInLimit,
    beyond: `${turns} (\`officeNetwork\`, \`portalNetwork\`)`
  },
  portalNetwork: {
    what: "wrong PINs at the portal",
    by: "a network",
    file: signInLimit,
    beyond: `${turns} (\`portalNetwork\`)`
  },
  accountEverywhere: {
    what: "failed sign-ins",
    by: "an account, from all networks",
    file: signInLimit,
    beyond: `${turns} (\`account\`) from networks without an earlier sign-in`
  },
  eventEverywhere: {
    what: "wrong PINs at the portal",
    by: "an event, from all networks",
    file: signInLimit,
    beyond: `${turns} (\`event\`) from networks without an earlier sign-in`
  },
  secondFactor: { what: "wrong codes of a second factor", by: "a user", file: signInLimit, beyond: closes },
  signIns: {
    what: "sign-ins, right ones too",
    by: "an account from one network or known device",
    file: signInLimit,
    beyond: `${closes}, \`organisation.signed_in_too_often\``
  },
  terminalSignIns: { what: "sign-ins at a till", by: "a terminal", file: "core/src/till/SignIns.ts", beyond: closes },
  pinsAtTerminal: {
    what: "guests found by their PIN",
    by: "a terminal",
    file: "core/src/sale/TerminalCustomers.ts",
    beyond: closes
  },
  bankData: {
    what: "changes of bank data in the portal",
    by: "a guest",
    file: "core/src/guest/PayoutPreferences.ts",
    beyond: closes
  },
  checkouts: {
    what: "top-ups begun in the portal",
    by: "a guest",
    file: "core/src/sale/OnlineTopUps.ts",
    beyond: closes
  },
  tagBlocks: {
    what: "wristbands blocked in the portal",
    by: "a guest",
    file: "core/src/guest/TagBlocks.ts",
    beyond: closes
  },
  testMails: { what: "test mails", by: "an event", file: "core/src/mail/TestMails.ts", beyond: closes },
  receipts: {
    what: "receipts by number; receipts as PDF",
    by: "a network, each kind for itself",
    file: signInLimit,
    beyond: `${closes}, before the call is read`
  }
}

const paceUses: Readonly<Record<keyof typeof paces, string>> = {
  login: "a login of the office, from one network",
  wristband: "a wristband by chip number, from one network",
  officeNetwork: "a network at the office",
  portalNetwork: "a network at the portal",
  account: "a login or wristband, from all networks",
  event: "an event, from all networks"
}

const unavailable = "503 `ServiceUnavailable`"

export const allowanceUses: Readonly<Record<keyof typeof allowances, LimitUse & { readonly beyond: string }>> = {
  unknownTokens: {
    what: "calls with an unknown token",
    by: "a network, at each process",
    file: "core/src/organisation/TokenLookups.ts",
    beyond: `${unavailable}, as 401 would make a terminal discard its token`
  },
  presaleLookups: {
    what: "codes looked up in the ticket shop at a scan",
    by: "an event, at each process",
    file: "core/src/presale/PresaleLookup.ts",
    beyond: "the code is not looked up, so it stays unknown"
  },
  anonymousStatements: {
    what: "statements of anonymous callers, and each 64 KiB of the documents of the APIs",
    by: "a server; up to four processes divide it",
    file: "core/src/sql/AnonymousCalls.ts",
    beyond: `${unavailable}, before the call is read`
  }
}

export const placeUses: Readonly<Record<keyof typeof places, LimitUse>> = {
  passwords: {
    what: "sign-ins that wait for a thread that checks passwords, and as many of known networks and devices",
    by: "a process",
    file: "core/src/organisation/PasswordHash.ts"
  },
  texts: {
    what: "event files, pictures and documents of the APIs that a thread reads or makes, or that wait for it",
    by: "a process",
    file: "core/src/base/ParsingThreads.ts"
  },
  anonymousStatements: {
    what: `statements of anonymous callers that wait for one of ${anonymousConnections} connections`,
    by: "a server; up to four processes divide it",
    file: "core/src/sql/AnonymousCalls.ts"
  }
}

const code = (text: string) => `\`${text}\``

const countRows = Object.entries(limits).map(([name, most]) => {
  const { beyond, by, file, what } = countUses[name as keyof typeof limits]
  return [code(name), what, by, String(most), beyond, code(file)]
})

const paceRows = Object.entries<Pace>(paces).map(([name, { mostOfNetwork, mostWaiting, pauseMillis }]) => [
  code(name),
  paceUses[name as keyof typeof paces],
  `${pauseMillis / 1000} s`,
  String(mostWaiting),
  String(mostOfNetwork)
])

const allowanceRows = Object.entries(allowances).map(([name, { most, perSecond }]) => {
  const { beyond, by, file, what } = allowanceUses[name as keyof typeof allowances]
  return [code(name), what, by, `${most}, then ${perSecond} a second`, beyond, code(file)]
})

const placeRows = Object.entries(places).map(([name, most]) => {
  const { by, file, what } = placeUses[name as keyof typeof places]
  return [code(name), what, by, String(most), unavailable, code(file)]
})

/** How much of some things an event can have. */
const ofEvents = `## Planned changes

At most ${planned.versions} changes of a product can be planned, at most ${planned.days} days ahead (\`core/src/event/ProductVersion.ts\`): every server
has them in memory. Beyond it: 400 \`catalogue.version_too_many\`, \`catalogue.version_too_far\`.

An event can have ${priceLists.lists} price lists (\`core/src/event/PriceList.ts\`), each with at most ${priceLists.entries} products and ${priceLists.windows} windows of
hours. Beyond it: 400 \`pricing.lists_too_many\`, and 422 for a longer list.

It can have ${categories} categories of products (\`core/src/event/ProductCategory.ts\`), as tills show each as a tab. Beyond it: 400
\`catalogue.categories_too_many\`.

It can have ${buttonPictures.most} pictures of buttons (\`core/src/event/DrawnButtonPicture.ts\`, \`core/src/event/picture/RasterPicture.ts\`), each at most ${buttonPictures.longestSide} pixels wide and high and ${buttonPictures.kibibytes} KiB large.
Beyond it: 400 \`catalogue.picture_too_many\`, \`catalogue.picture_refused\`.
`

/** The text of `docs/reference/limits.md`. */
export const limitsPage = (): string =>
  `# Limits

${madeBy("limits", "core/src/base/limits/Limits.ts")}

What is limited, for whom, and what a caller gets beyond it. Every figure is in \`core/src/base/limits/Limits.ts\`, every algorithm in a file
beside it; the last column says which file asks. Refusals are explained in [errors](errors.md).

## Counts

Tries within ${
    windowSeconds / 60
  } minutes, in the table \`sign_in_failure\` of the database, so all servers count together
(\`core/src/organisation/SignInLimits.ts\`). What a process knows
to be full it refuses without a query, and calls without a token before it reads them (\`http/src/server/edge/EarlyRefusals.ts\`).

${table(["name", "what", "for", "most", "beyond it", "asked in"], countRows)}

## Turns

Beyond a count with a pace nothing closes: one try starts after the other (\`ThrottleQueue.ts\`), at each server. A right one gives its turn
back. Who finds no place gets 429 \`TooManyAttempts\` with the seconds until the next turn. [Guessing](../developer-documentation/guessing.md)
computes what that means.

${table(["name", "of", "a turn each", "may wait", "of one network"], paceRows)}

## Budgets

A budget is used up by calls and grows back with time (\`Allowance.ts\`), in the memory of a process.

${table(["name", "what", "for", "at once", "beyond it", "asked in"], allowanceRows)}

Calls to a ticket shop have a budget as well (\`core/src/presale/ShopLimits.ts\`), by organiser: the [setting](settings.md)
\`presaleRequestsPerMinute\`. They wait for it.

## Places

What waits or is under way at once (\`Admission.ts\`).

${table(["name", "what", "for", "most", "beyond it", "asked in"], placeRows)}

## Bookings

A process has at most ${bookings.most} bookings under way; in an overload \`BookingAdmission.ts\` lowers that to what it answers in time, but not
below ${bookings.least}. Further ones get 503 with \`Retry-After\` before they are read (\`http/src/server/edge/BookingQueue.ts\`).
[More bookings than a server can answer](../developer-documentation/overload.md) explains it. Answers above 64 KiB, and refusals, share a
tenth of a process's time (\`http/src/server/edge/SharedTime.ts\`); no one is refused for that.

${ofEvents}`

if (import.meta.main) writeFileSync(fileURLToPath(new URL("../reference/limits.md", import.meta.url)), limitsPage())
