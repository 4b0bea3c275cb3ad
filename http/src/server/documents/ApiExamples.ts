/** Examples of calls, as tests send them: a request of each call, and its answer. */
import { existsSync, readFileSync } from "node:fs"

/** An example of a call; a list in its answer shows one entry alone. */
export interface CallExample {
  /** By place and name, as `query.limit`. */
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly request?: unknown
  /** Absent where there is none, or where the answer is a file. */
  readonly answer?: unknown
}

/** The examples of an API, by method and path of the call. */
export type ApiExamples = Readonly<Record<string, CallExample>>

/** The examples of an API; none for an API that is not Wristbank's. */
export const readExamples = (api: string): ApiExamples => {
  const file = new URL(`../../api/examples/${api}.json`, import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}
}

type Json = Record<string, unknown>
const isJson = (u: unknown): u is Json => typeof u === "object" && u !== null && !Array.isArray(u)

/** The JSON content of a request or answer, with the example. */
const inContent = (body: Json, value: unknown): Json => {
  const content = body["content"]
  const json = isJson(content) ? content["application/json"] : undefined
  return value === undefined || !isJson(content) || !isJson(json)
    ? body
    : { ...body, content: { ...content, "application/json": { ...json, examples: { usual: { value } } } } }
}

/** A call of a document, with its example. */
export const withExample = (call: Json, { answer, parameters = {}, request }: CallExample): Json => {
  const { parameters: declared, requestBody, responses } = call
  return {
    ...call,
    ...(Array.isArray(declared) && {
      parameters: declared.map((one) => {
        const example = parameters[`${one.in}.${one.name}`]
        return example === undefined ? one : { ...one, example }
      })
    }),
    ...(isJson(requestBody) && { requestBody: inContent(requestBody, request) }),
    ...(isJson(responses) && isJson(responses["200"]) && {
      responses: { ...responses, 200: inContent(responses["200"], answer) }
    })
  }
}
