/** What someone must know before the first call of an API. */
import type { ApiDocument } from "./ApiDocument.ts"

const tokens: Readonly<Record<string, string>> = {
  administration:
    `\`POST /auth/login\` answers a token for programs; send it as \`Authorization: Bearer\`. A browser signs in by \`POST /auth/web-login\`
instead: its session is a cookie, and counts only with the header \`x-csrf-token\`. What a user may do follows from their roles at the node that the call names.`,
  customer_portal:
    `\`POST /auth/login\` takes the PIN of a wristband and the id of its event, and answers a token; send it as
\`Authorization: Bearer\`. It shows the guest's own account and nothing else.`,
  terminalserver:
    `\`POST /auth/register_terminal\` takes a registration code, which works once, and answers the terminal's token; send it as
\`Authorization: Bearer\`. It stays valid until the terminal is registered anew. The person at the till signs in with their wristband by
\`POST /user/login\`; what they may do follows from the role that they chose.`
}

const repeated: Readonly<Record<string, string>> = {
  administration: `## Versions of objects

Answers of objects that several people edit have a \`version\`. Send it back as \`If-Match\` or in the body: if another user changed the object
meanwhile, the call is refused as [\`StaleVersion\`](/docs/reference/errors#staleversion) with the object as it is now.`,
  customer_portal: "",
  terminalserver: `## Repeated calls

A booking has a \`uuid\` that the terminal makes. The same call with the same uuid is booked once, and answered as the first time. So a terminal
that got no answer sends the call again until it has one.`
}

/** The introduction of an API. */
export const introductions = ({ description, prefix, slug, version }: ApiDocument): string =>
  [
    `${description} This page is made from the API of version ${version}.`,
    `## Address

On the common port of a server the API is below \`${prefix}\`, in the demo at \`http://localhost:8000${prefix}/\`; it can have
[a port of its own](/docs/reference/settings#ports-and-addresses). A running API describes itself: \`openapi.json\` is for programs, and at \`docs\`
its calls can be tried in the browser. Requests and answers are JSON in UTF-8. Amounts are numbers in major units (6.5 is 6.50), times are ISO 8601 with their zone,
ids are integers. Fields that a call does not know
are ignored. Answers may get further fields, so ignore those that you don't know. In the examples, \`********\` stands for a secret.`,
    `## Tokens

${tokens[slug]}`,
    `## Errors and their language

An answer with a status from 400 on has an \`id\` that never changes and a \`message\` for people, in German or English as \`Accept-Language\`
prefers. [Every error](/docs/reference/errors) has its remedy. 429 and 503 say in \`Retry-After\` when to call again.
Every call can answer [\`ServiceUnavailable\`](/docs/reference/errors#serviceunavailable) and [\`TooManyAttempts\`](/docs/reference/errors#toomanyattempts).`,
    repeated[slug] ?? ""
  ].filter((part) => part !== "").join("\n\n")
