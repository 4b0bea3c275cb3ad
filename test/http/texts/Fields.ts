import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { type Schema, SchemaAST } from "effect"
import { HttpApi, type HttpApiEndpoint } from "effect/http-api"

/** A part of a request that one schema reads: a field of a body, a parameter, an item of a list. */
export interface Field {
  /** Its first place, as `POST /users body.login`. */
  readonly at: string
  readonly ast: SchemaAST.AST
}

/** A schema that reads a part of a request: its body, its path or its query. */
export interface Part {
  readonly call: string
  readonly place: "body" | "path" | "query"
  readonly schema: Schema.Constraint
}

/** The parts of all requests of the three APIs. */
export const parts = (): ReadonlyArray<Part> => {
  const found: Array<Part> = []
  const onEndpoint = ({ endpoint }: { readonly endpoint: HttpApiEndpoint.Top }) => {
    const call = `${endpoint.method} ${endpoint.path}`
    for (const { schemas } of endpoint.payload.values()) {
      for (const schema of schemas) found.push({ call, place: "body", schema })
    }
    if (endpoint.params !== undefined) found.push({ call, place: "path", schema: endpoint.params })
    if (endpoint.query !== undefined) found.push({ call, place: "query", schema: endpoint.query })
  }
  HttpApi.reflect(AdministrationApi, { onGroup: () => undefined, onEndpoint })
  HttpApi.reflect(TerminalApi, { onGroup: () => undefined, onEndpoint })
  HttpApi.reflect(CustomerApi, { onGroup: () => undefined, onEndpoint })
  return found
}

/** The parts of a schema in their wire form: its fields, their fields, items of lists and so on, each once. */
export const fieldsOf = ({ call, place, schema }: Part, seen: Set<SchemaAST.AST>): ReadonlyArray<Field> => {
  const found: Array<Field> = []
  const visit = (ast: SchemaAST.AST, at: string): void => {
    if (seen.has(ast)) return
    seen.add(ast)
    found.push({ at, ast })
    const wire = SchemaAST.toEncoded(ast) === ast ? ast : encodedOf(ast)
    if (wire !== ast) visit(wire, at)
    if (SchemaAST.isObjects(wire)) {
      for (const { name, type } of wire.propertySignatures) visit(type, `${at}.${String(name)}`)
      for (const { parameter, type } of wire.indexSignatures) {
        visit(parameter, `${at} (keys)`)
        visit(type, `${at}.*`)
      }
    }
    if (SchemaAST.isArrays(wire)) { for (const item of [...wire.elements, ...wire.rest]) visit(item, `${at}[]`) }
    if (SchemaAST.isUnion(wire)) { for (const type of wire.types) visit(type, at) }
    if (SchemaAST.isSuspend(wire)) visit(wire.thunk(), at)
  }
  visit(schema.ast, `${call} ${place}`)
  return found
}

/** The schema that reads a value before all its transformations. */
const encodedOf = (ast: SchemaAST.AST): SchemaAST.AST => {
  const last = ast.encoding?.at(-1)
  return last === undefined ? ast : encodedOf(last.to)
}
