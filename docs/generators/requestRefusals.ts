/** The part of `docs/reference/errors.md` about requests that are no calls, or not what their call takes. */
import { largerBodies, usualBodyLimit } from "@wristbank/http/api/BodyLimit"
import { ByteSize } from "effect"

/** A size in whole KiB or MiB. */
export const sizeOf = (size: ByteSize.ByteSize): string => {
  const kibibytes = ByteSize.toNumberUnsafe(size) / 1024
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`
}

const bodyRows = (): string =>
  Array.from(largerBodies, ([call, { limit, why }]) => `| \`${call}\` | ${sizeOf(limit)} | ${why} |`).join("\n")

/** The answers that are given before any rule applies. */
export const beforeRules = (): string =>
  `## Answers with \`detail\` alone

What no call takes has no \`type\`, \`id\` and \`message\`, but a \`detail\`.

| status | \`detail\` | when | remedy |
| --- | --- | --- | --- |
| 401 | \`"Not authenticated"\` | The call needs a token and has no \`Authorization: Bearer\` header (\`NotAuthenticated\` above). | Send the token. |
| 404 | \`"Not Found"\` | No call has this path. | Look the path up in \`openapi.json\`; on the common port it begins with \`/api/administration\`, \`/api/terminal\` or \`/api/customer\`. |
| 405 | \`"Method Not Allowed"\` | The path is there, with other methods: the header \`Allow\` lists them. | Use one of those. |

## Requests that are refused before a rule is asked

Their answers have both: what applications show of an error, and a \`detail\`.

### BodyTooLarge

The body has more than ${sizeOf(usualBodyLimit)}, or more than its call takes of those below; it is not read to its end.

- Status: 413, \`detail\` is \`"Request body too large"\`
- Remedy: Send less at once.

| bodies that may have more | up to | for |
| --- | --- | --- |
${bodyRows()}

### InvalidRequest

A path, query or body is not what the call takes.

- Status: 422, \`detail\` is the list [below](#422-what-was-wrong-with-a-request)
- Remedy: Correct every place in the list.

A registered terminal gets 400 with the same body in place of 413, 422 and 429: published terminals take those for "not
delivered", keep the booking and begin no other. Only 503 means that the same call may work later.

### 422: what was wrong with a request

\`\`\`json
{ "type": "service", "id": "InvalidRequest",
  "message": "amount: Expected an amount with at most two decimals; uuid: Missing key",
  "detail": [
  { "type": "value_error", "loc": ["body", "amount"], "msg": "Expected an amount with at most two decimals" },
  { "type": "missing", "loc": ["body", "uuid"], "msg": "Missing key" }
] }
\`\`\`

\`loc\` leads from \`path\`, \`query\`, \`header\` or \`body\` to the value; numbers in it count list items from 0. \`msg\` says what is
expected and never repeats the value, which may be a password. At most 100 places are listed.

| \`type\` | when |
| --- | --- |
| \`missing\` | a required field is not there |
| \`type_error\` | a value is of another type, as a list where text belongs; integers may come as texts of their digits |
| \`value_error\` | a value is out of range or of another form: a third decimal, an unknown word, a chip number beyond 64 bit |
| \`extra_forbidden\` | a field is there that the call does not take |
| \`json_invalid\` | the body is no JSON, not UTF-8, nested deeper than 64, or has U+0000 in a text |
`
