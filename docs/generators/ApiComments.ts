/** What the comments in the sources say of the groups, calls and fields of an API. */
import { ErrorBody } from "@wristbank/http/api/Errors"
import { needsOf } from "@wristbank/http/api/Needs"
import { ApiWords, CallWords } from "@wristbank/http/server/documents/ApiWords"
import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, OpenApi } from "effect/http-api"
import { callers } from "./Callers.ts"
import { callText, type Flaw, groupText } from "./CommentText.ts"
import { FieldComments, structsOf } from "./FieldComments.ts"
import { knownRefusals } from "./KnownRefusals.ts"
import { refusalTexts } from "./RefusalTexts.ts"
import { schemaTexts } from "./SchemaComments.ts"
import { CommentOf } from "./SourceComments.ts"

/** The words of an API, and what is wrong with them. */
export interface Collected {
  readonly words: ApiWords
  readonly flaws: ReadonlyArray<Flaw>
}

interface Declared {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> }

interface Operation {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string }>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

const places = { path: "params", query: "query", header: "headers" } as const

/** The words of the fields that are declared with a call; those of named schemas are noted where they belong. */
const fieldsOf = ({ endpoint }: Declared, operation: Operation, fields: FieldComments, place: string) => {
  const texts: Record<string, string> = {}
  for (const { in: where, name } of operation.parameters ?? []) {
    const [declared] = structsOf(endpoint[places[where as keyof typeof places]])
    const text = fields.textOf({ name, where, schemas: [declared?.[name]], owner: operation.operationId, place })
    if (text !== undefined) texts[`${where}.${name}`] = text
  }
  const read = (body: Content | undefined, schemas: ReadonlyArray<unknown>, at: string) => {
    for (const { schema } of Object.values(body?.content ?? {})) {
      fields.read(schema, schemas.flatMap(structsOf), { texts, at, owner: operation.operationId, place })
    }
  }
  read(operation.requestBody, [...endpoint.payload.values()].flatMap(({ schemas }) => schemas), "request.")
  for (const [status, response] of Object.entries(operation.responses)) {
    if (status.startsWith("2")) read(response, [...endpoint.success], "answer.")
  }
  return texts
}

const declaredIn = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const calls: Array<Declared> = []
  const groups: Array<HttpApiGroup.Top> = []
  HttpApi.reflect(api, {
    onGroup: ({ group }) => groups.push(group),
    onEndpoint: ({ endpoint, group }) => calls.push({ endpoint, group })
  })
  return { calls, groups }
}

const commentOf = (declared: { readonly annotations: Context.Context<never> }) =>
  Context.getOrElse(declared.annotations, CommentOf, () => ({ text: null, place: "" }))

/** Collects the words of an API; needs the sources to be loaded with their comments (`words.ts`). */
export const collect = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Collected => {
  const document = OpenApi.fromApi(api)
  const known = knownRefusals()
  const { calls, groups } = declaredIn(api)
  const fields = new FieldComments(document.components.schemas)
  const flaws: Array<Flaw> = []
  const described = calls.map((declared): readonly [string, CallWords] => {
    const { endpoint, group } = declared
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}")
    const operation = Reflect.get(document.paths[path]!, endpoint.method.toLowerCase()) as Operation
    const comment = commentOf(endpoint)
    const text = callText({ comment, group: commentOf(group), groupName: group.identifier, name: endpoint.identifier })
    flaws.push(...text.flaws.map((flaw) => ({ place: comment.place, flaw: `${operation.operationId}: ${flaw}` })))
    const needs = needsOf(declared)
    return [
      operation.operationId,
      new CallWords({
        summary: text.summary,
        description: [...text.description, callers(api.identifier, needs)].join("\n\n"),
        refusals: refusalTexts(Object.keys(operation.responses), known[api.identifier]?.[operation.operationId] ?? [], {
          isCall: true,
          needsPrivilege: needs !== "nothing" && needs !== "token",
          needsToken: needs !== "nothing",
          takesInput: operation.requestBody !== undefined || (operation.parameters ?? []).length > 0
        }),
        fields: fieldsOf(declared, operation, fields, comment.place)
      })
    ]
  })
  fields.readNamed("ErrorBody", structsOf(ErrorBody), "http/src/api/Errors.ts:0")
  const objects = schemaTexts(document.components.schemas)
  const summaries = Map.groupBy(described, ([, { summary }]) => summary)
  for (const [summary, sharing] of summaries) {
    if (summary !== "" && sharing.length > 1) {
      flaws.push({
        place: `${api.identifier}:0`,
        flaw: `"${summary}" is said of ${sharing.map(([id]) => id).join(", ")}`
      })
    }
  }
  return {
    words: new ApiWords({
      groups: Object.fromEntries(groups.map((group) => [group.identifier, groupText(commentOf(group))])),
      calls: Object.fromEntries(described),
      objects: objects.texts,
      schemas: fields.named()
    }),
    flaws: [
      ...groups.filter((group) => groupText(commentOf(group)) === "")
        .map((group) => ({ place: commentOf(group).place, flaw: `${group.identifier}: no comment` })),
      ...flaws,
      ...fields.flaws,
      ...objects.flaws
    ]
  }
}
