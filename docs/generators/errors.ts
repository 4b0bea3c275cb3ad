/** Writes `docs/reference/errors.md` and the pages of the rules: `node docs/generators/errors.ts`. The remedies stand here alone. */
import { limits, windowSeconds } from "@wristbank/core/base/limits/Limits"
import { type DomainError, domainErrors, statusOf, typeOf } from "@wristbank/http/api/Errors"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type ErrorText, textsOfError } from "./ErrorTexts.ts"
import { plain } from "./Markdown.ts"
import { beforeRules } from "./requestRefusals.ts"
import { writeRulePages } from "./rules.ts"

interface Explanation {
  /** How to avoid or undo the error. */
  readonly remedy: string
  /** The meaning of each field, by its name; amounts are in major units on the wire. */
  readonly fields?: { readonly [name: string]: string }
}

const explanations = {
  AccessDenied: {
    remedy: "Sign in as a user with the privilege that `message` names, or have it given to the role."
  },
  AgeRestriction: {
    remedy: "Take the products off the sale.",
    fields: {
      products: "list of text: their names, in the order they were asked for",
      variants: "list of text: the kinds of wristbands that may not have them and that the tag is of, as `under_18`"
    }
  },
  AlreadyProcessed: {
    remedy: "Give every order a uuid of its own; repeat a call only with exactly what it said before.",
    fields: { uuid: "text: the uuid that is taken" }
  },
  CardPaymentFailed: {
    remedy: "Take the money another way; the next try by card needs a uuid of its own.",
    fields: { uuid: "text: the uuid of the order" }
  },
  CardPaymentMismatch: {
    remedy:
      "Call an operator: the payment is listed by `wristbank card unverified`, `card-payments.md` says how it is settled. The next try needs a uuid of its own.",
    fields: {
      uuid: "text: the uuid of the order",
      needed: "amount that the order comes to",
      paid: "amount that the card was charged",
      currency: "text: the currency it was charged in"
    }
  },
  CardPaymentSuccessful: {
    remedy: "Go on as after a booking; goods and tags are the guest's.",
    fields: { uuid: "text: the uuid of the order" }
  },
  CustomerNotFound: {
    remedy: "Scan again; a tag that no guest got yet is given out with a ticket or granted one first.",
    fields: { user_tag_uid_hex: "text: the chip's number in hexadecimal" }
  },
  EventFileInvalid: {
    remedy: "Correct the lines that `problems` names; `wristbank event validate` finds the same.",
    fields: {
      file: "text: what messages call the file",
      problems:
        "list of `{line, column, path, message}`: the first 200 problems, and one more if reading ended there, with the field as `products.3.price` in `path`"
    }
  },
  EventFileRefused: {
    remedy: "Correct what `refused` names in the file, or in the event, and have the plan made again.",
    fields: {
      refused: "list of `{section, name, at, line, id, rule, message}`: each object whose change is refused, and why"
    }
  },
  EventRequired: {
    remedy: "Name an event, or a node below one, as `node_id`.",
    fields: { node_id: "integer: the node that was named" }
  },
  ExportRefused: {
    remedy: "Correct what the message names, or export in spite of it with `?anyway=true`.",
    fields: { problems: "list of `{rule, fields, message}`: all that is missing" }
  },
  InconsistentRecord: {
    remedy:
      "Run `wristbank doctor`. The records can't be exported as they are, and nothing can be done about it at a terminal or in the office."
  },
  InsufficientCash: {
    remedy: "Bring cash into the register, pay out less, or let the event allow registers below 0.",
    fields: {
      needed: "amount that is to leave the register",
      available: "amount the register holds"
    }
  },
  InvalidArgument: {
    remedy: "Change what `message` names and send the call again; an order keeps its uuid, as nothing was stored.",
    fields: { problems: "list, if there can be several: `rule`, `fields` and `message` of each" }
  },
  InvalidCloseOut: {
    remedy: "Sign the cashier out everywhere, count again, and send the call as `message` says; nothing was booked."
  },
  InvalidSale: { remedy: "Change the lines as `message` says." },
  NotReady: { remedy: "Send calls to another server for now; `message` says what this one waits for." },
  NodeInUse: {
    remedy: "Settle or remove what `reasons` lists, then archive or delete the node.",
    fields: {
      node_id: "integer: the node that was to be archived or deleted",
      reasons: "list of `{kind, count}`: what is open there, as `registers_with_money`, and how many"
    }
  },
  NodeIsReadOnly: {
    remedy: "Do it at a node that is not archived.",
    fields: { node_id: "integer: the archived node" }
  },
  NotAuthenticated: { remedy: "Send `Authorization: Bearer` with the token from signing in or registering." },
  NotEnoughFunds: {
    remedy: "Top up, sell less, or take part of it in cash.",
    fields: { needed: "amount that would be taken", available: "amount the account holds" }
  },
  NotEnoughVouchers: {
    remedy: "Use fewer vouchers; without `used_vouchers` a sale takes as many as it can.",
    fields: {
      needed: "integer: vouchers that were to be used",
      available: "integer: vouchers the customer has"
    }
  },
  NotFound: {
    remedy: "List the objects of the node and take an id from there; an object of another node is not found either.",
    fields: {
      element_type: "text: what was looked for, as `till` or `user_tag`",
      element_id: "integer or text: its id; null when there is only one of its kind"
    }
  },
  ResourceNotAllowed: {
    remedy: "Create it at another node, or lift the prohibition of the node or of one above it.",
    fields: { object_type: "text: the type of the object", node_name: "text: the node that forbids it" }
  },
  PayoutRunExported: {
    remedy:
      "Make sure that the bank does not execute the file, then call again with `force=true`; what the bank returns of a run is returned payout by payout.",
    fields: { payout_run_id: "integer: the run" }
  },
  ProductNotEditable: {
    remedy: "Change the name alone, or make another product and put it on the buttons in place of this one."
  },
  RestrictionChange: {
    remedy:
      "Take a tag of the kind of the old one; if the guest is of the age or group the new one is for, send the call again with `confirm_restriction_change: true`.",
    fields: {
      old_restriction: "text: who may wear the old tag, `under_16`, `under_18` or null for everybody",
      new_restriction: "text: who may wear the new tag",
      old_variants: "list of text: the kinds of the old tag",
      new_variants: "list of text: the kinds of the new tag"
    }
  },
  ServiceUnavailable: {
    remedy:
      "Send the same call with the same uuid again after `Retry-After` seconds; if it took too long, ask for less.",
    fields: { took_too_long: "boolean: `true` if the call was slow itself, while the database answered others" }
  },
  SumUpError: {
    remedy:
      "Send the call again in a moment; if it stays, check the card provider's keys and merchant code in the event's settings.",
    fields: { reason: "text: `timeout`, `unreachable`, `refused` or `unreadable`" }
  },
  TillPermission: {
    remedy: "Go to another till, or give this one a profile that allows it.",
    fields: { permission: "text: the field of the profile that is off" }
  },
  StaleVersion: {
    remedy: "Compare your entries with `current`, and send what shall count with its version.",
    fields: { current: "the object as it is now, with its `version`" }
  },
  TillRequired: {
    remedy: "Give the terminal a till in the back office; its registration is fine, so keep the token."
  },
  TooManyAttempts: {
    remedy: `Wait for the seconds in \`Retry-After\`. Within ${
      windowSeconds / 60
    } minutes a network may fail ${limits.account} times for one account, and ${limits.network} times in all (${limits.portalNetwork} at the portal); then its tries take turns. After ${limits.accountEverywhere} failures for an account, or ${limits.eventEverywhere} wrong PINs at an event, from any networks, those that no one signed in from before take turns too. A right password before that ends the count of its account. Other limits: ${limits.signIns} sign-ins of an account from one network or known device, ${limits.bankData} changes of bank data, ${limits.checkouts} top-ups begun on the web, and ${limits.receipts} receipts that a network asks for by number or as PDF, signed in or not.`,
    fields: { retry_after_seconds: "integer: seconds until the next try" }
  },
  Unauthorized: {
    remedy: "Sign in again, or register the terminal anew."
  }
} satisfies { readonly [Id in DomainError["_tag"]]: Explanation }

const explanationById = new Map<string, Explanation>(Object.entries(explanations))

/** What the page says of an error. */
export interface ErrorRow {
  readonly id: string
  readonly status: number
  readonly type: string
  readonly when: string
  /** None for errors whose rules have them. */
  readonly texts: ReadonlyArray<ErrorText>
  readonly fields: ReadonlyArray<readonly [name: string, meaning: string]>
  readonly remedy: string
}

const root = fileURLToPath(new URL("../..", import.meta.url))

const errorClass = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export class \w+\s+extends Schema\.TaggedError<\w+>\(\)\(\s*"(\w+)"/g

/** First sentence of the comment at each error class, and what the error says, by its id. */
const written = (): ReadonlyMap<string, Pick<ErrorRow, "texts" | "when">> => {
  const found = new Map<string, Pick<ErrorRow, "texts" | "when">>()
  for (const folder of ["core/src", "http/src/api"]) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts")) continue
      const source = readFileSync(join(root, folder, file), "utf8")
      for (const [, comment, id] of source.matchAll(errorClass)) {
        const text = comment!.replace(/\s*\n\s*\*\s?/g, " ").trim()
        found.set(id!, { when: /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text, texts: textsOfError(id!, source) })
      }
    }
  }
  return found
}

/** A row for every error of the APIs, by status and id. */
export const errorRows = (): ReadonlyArray<ErrorRow> => {
  const errors = written()
  const rows = domainErrors.map((error): ErrorRow => {
    const id = error.identifier
    const { fields = {}, remedy } = explanationById.get(id)!
    const names = Object.keys(error.fields).filter((name) => !["_tag", "message", "rule"].includes(name))
    const unlike = new Set(names).symmetricDifference(new Set(Object.keys(fields)))
    const own = errors.get(id)
    if (own === undefined) throw new Error(`${id} has no comment that says when it is raised`)
    if (unlike.size > 0) throw new Error(`${id} has other fields than are explained: ${[...unlike].join(", ")}`)
    const status = statusOf(id)
    const meanings = names.map((name) => [name, fields[name]!] as const)
    return { id, status, type: typeOf(status), ...own, remedy, fields: meanings }
  })
  return rows.toSorted((a, b) => a.status - b.status || (a.id < b.id ? -1 : 1))
}

/** An error that no rule raises. */
const internalError: ErrorRow = {
  id: "InternalError",
  status: 500,
  type: "internal",
  when: "Something failed that no rule foresees; the server's log has the cause, the answer never.",
  texts: [],
  fields: [],
  remedy:
    "Send the call with the same uuid again; if it stays, look at the log of that minute and run `wristbank doctor`."
}

const section = ({ fields, id, remedy, status, texts, type, when }: ErrorRow): string =>
  [
    `### ${id}`,
    when,
    [
      `- Status: ${id === "NotAuthenticated" ? `${status}, \`detail\` alone` : `${status} \`${type}\``}`,
      ...texts.map(({ de, en }) => `- Message: ${plain(en)} (German: ${plain(de)})`),
      ...fields.map(([name, meaning]) => `- Field \`${name}\`: ${meaning}`),
      `- Remedy: ${remedy}`
    ].join("\n")
  ].join("\n\n")

const page = (rows: ReadonlyArray<ErrorRow>): string =>
  `# Every error: status, when, remedy

<!-- Made by docs/generators/errors.ts; change it there, or the comment of the error's class, and run \`node docs/generators/errors.ts\`. -->

An error that a rule of Wristbank raises is answered with its status and this body. A 4xx answer means that
nothing was booked or changed; \`CardPaymentSuccessful\` alone says that something was.

\`\`\`json
{ "type": "service", "id": "NotEnoughFunds", "message": "Not enough funds: 6.50 needed, 2.00 available",
  "needed": 6.5, "available": 2 }
\`\`\`

\`id\` names the error and never changes, so programs compare it; where an id covers several rules, \`rule\` names the
one, as the list of [rules](rules/index.md) does. \`message\` is for the person at the till. \`type\` follows
from the status: 401 \`unauthorized\`, 403 \`access\`, 404 \`notfound\`, 500 \`internal\`, all others \`service\`. The fields
differ by error; amounts are numbers in major units (6.5 is 6.50), ids are integers.

\`message\` is written in the language that the header \`Accept-Language\` prefers, German or English; in English where it
prefers neither or is not sent. \`Content-Language\` says which it is, and \`Vary\` that it depends on the header. Names,
fields, 422 answers and answers with \`detail\` alone are the same in every language.

A request can have several problems at once. \`problems\` lists them, each with its \`rule\`, the \`fields\` of the request that
it concerns (none if it lies in no single field) and a \`message\` of its own; the \`message\` of the answer joins theirs.

Answers of 404 have the \`message\` as \`detail\` too, which published terminals show.
401 answers carry \`WWW-Authenticate: Bearer\`; 429 and 503 answers carry \`Retry-After\` in seconds.

## Errors

${[...rows, internalError].map(section).join("\n\n")}

${beforeRules()}`

/** The text of `docs/reference/errors.md`. */
export const errorsPage = (): string => page(errorRows())

if (import.meta.main) {
  writeFileSync(join(root, "docs/reference/errors.md"), errorsPage())
  writeRulePages()
}
