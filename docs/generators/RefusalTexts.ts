/** What the refusals of a call mean, for its description: a text in Markdown for each status. */
import type { Rule } from "@wristbank/core/base/Rule"
import { rules } from "@wristbank/core/Rules"
import { errorRows } from "./errors.ts"
import type { GeneralRefusal } from "./KnownRefusals.ts"
import { shown } from "./rules.ts"

const sentenceOfRule = new Map(rules.map(({ en, name, when = en }: Rule) => [name, shown(when)]))
const sentenceOfId = new Map(errorRows().map(({ id, when }) => [id, when]))

/** The sentences of the refusals that calls have without any rule of their own. */
const general: ReadonlyArray<readonly [refusal: GeneralRefusal, of: keyof Facts, when: string]> = [
  ["401 NotAuthenticated", "needsToken", "The call has no token."],
  ["401 Unauthorized", "needsToken", "The token is unknown, or has ended."],
  ["403 AccessDenied organisation.privilege_missing", "needsPrivilege", "The caller has none of the privileges."],
  ["422 InvalidRequest", "takesInput", "The request is not what the call takes; `detail` lists each mistake."],
  [
    "503 ServiceUnavailable",
    "isCall",
    "The server can't work on the call now; the same one may be sent again after `Retry-After` seconds."
  ]
]

/** What the general refusals of a call depend on. */
interface Facts {
  readonly isCall: true
  readonly needsPrivilege: boolean
  readonly needsToken: boolean
  readonly takesInput: boolean
}

const line = (id: string, rule: string | undefined, when: string): string =>
  `- \`${id}\`${rule === undefined ? "" : `, \`${rule}\``}: ${when.replace(/\.$/, "")}.`

/** The line of a refusal that the tests met. */
const ofRefusal = (refusal: string): readonly [status: string, line: string] => {
  const [status = "", id = "", rule] = refusal.split(" ")
  const when = rule === undefined ? sentenceOfId.get(id) : sentenceOfRule.get(rule)
  if (when === undefined) throw new Error(`docs/reference/refusals.json names ${refusal}, which is no refusal any more`)
  return [status, line(id, rule, when)]
}

/** The texts of these statuses, so far as they are refusals; `met` are those of `docs/reference/refusals.json`. */
export const refusalTexts = (statuses: ReadonlyArray<string>, met: ReadonlyArray<string>, facts: Facts) => {
  const lines = [
    ...general.filter(([, of]) => facts[of]).map(([refusal, , when]) => {
      const [status = "", id = "", rule] = refusal.split(" ")
      // Registered terminals get 400 in place of 422.
      return [statuses.includes(status) ? status : "400", line(id, rule, when)] as const
    }),
    ...met.map(ofRefusal)
  ]
  const refused = statuses.filter((status) => Number(status) >= 400)
  return Object.fromEntries(refused.map((status) => {
    const ofStatus = lines.flatMap(([at, text]) => at === status ? [text] : [])
    return [
      status,
      ofStatus.length === 0 ? "No refusal with this status is known." : `Refused:\n\n${ofStatus.join("\n")}`
    ]
  }))
}
