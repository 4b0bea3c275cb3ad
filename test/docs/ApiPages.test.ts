import { assert, it } from "@effect/vitest"
import { apiPages } from "@wristbank/docs/api"
import { anchorOf, exampleBody, headingOf, refusalsOf } from "@wristbank/docs/ApiCall"
import { apiDocuments } from "@wristbank/docs/ApiDocument"
import { AdministrationApi } from "@wristbank/http/api/administration/AdministrationApi"
import { CustomerApi } from "@wristbank/http/api/customer/CustomerApi"
import { TerminalApi } from "@wristbank/http/api/terminal/TerminalApi"
import { Exit, Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"

const docs = join(import.meta.dirname, "../../docs")
const apis = apiDocuments()
const pages = apiPages()

const anchorsOf = (text: string): ReadonlySet<string> => {
  const used = new Map<string, number>()
  const headings = Array.from(
    text.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/^#{1,6} (.+)$/gm),
    ([, heading]) => heading!
  )
  return new Set(headings.map((heading) => {
    const anchor = anchorOf(heading)
    const before = used.get(anchor)
    used.set(anchor, (before ?? -1) + 1)
    return before === undefined ? anchor : `${anchor}-${before + 1}`
  }))
}

const reference = new Map(
  globSync("reference/**/*.md", { cwd: docs }).map((path) =>
    [`/docs/${path.replace(/(?:\/index)?\.md$/, "")}`, anchorsOf(readFileSync(join(docs, path), "utf8"))] as const
  )
)

it.each(apis)("$slug: each call has one section, with its method and path, under a heading of its own", (api) => {
  const own = [...pages].filter(([path]) => path.startsWith(api.slug)).map(([, text]) => text).join("\n")
  assert.isAbove(api.operations.length, 15)
  const lines = own.split("\n")
  for (const { method, path } of api.operations) {
    assert.lengthOf(lines.filter((line) => line === `\`${method} ${path}\``), 1, `${method} ${path}`)
  }
  const headings = api.operations.map(headingOf)
  assert.lengthOf(new Set(headings), headings.length)
  for (const heading of headings) assert.include(own, `\n### ${heading}\n`)
})

it("each link leads to a heading", () => {
  const links = [...pages].flatMap(([path, text]) =>
    Array.from(
      text.matchAll(/\]\(([^)#]*)#?([^)]*)\)/g),
      ([, page, anchor]) => ({ path, page: page!, anchor: anchor! })
    )
  )
  assert.isAbove(links.length, 1000)
  for (const { anchor, page, path } of links) {
    const anchors = page.startsWith("/")
      ? reference.get(page)
      : anchorsOf(pages.get(page === "" ? path : posix.join(posix.dirname(path), page)) ?? "")
    assert.isDefined(anchors, `${path} links to ${page}`)
    assert.isTrue(anchor === "" || anchors!.has(anchor), `${path} links to ${page}#${anchor}`)
  }
})

it("calls that the introductions name are there", () => {
  for (const api of apis) {
    const text = pages.get(`${api.slug}.md`) ?? pages.get(`${api.slug}/index.md`)!
    const [introduction = ""] = text.split(/^## (?:All calls|System)$/m)
    const named = Array.from(
      introduction.matchAll(/`(GET|POST) (\/[^`]*)`/g),
      ([, method, path]) => `${method} ${path}`
    )
    assert.isAbove(named.length, 0, api.slug)
    const calls = api.operations.map(({ method, path }) => `${method} ${path}`)
    assert.deepStrictEqual(named.filter((call) => !calls.includes(call)), [])
  }
})

/** The schemas of bodies by method and path. */
const payloadsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const found = new Map<string, ReadonlyArray<Schema.Top>>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const call = `${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}`
      found.set(call, Array.from(endpoint.payload.values()).flatMap(({ schemas }) => schemas))
    }
  })
  return found
}

const payloads: Readonly<Record<string, ReadonlyMap<string, ReadonlyArray<Schema.Top>>>> = {
  administration: payloadsOf(AdministrationApi),
  customer_portal: payloadsOf(CustomerApi),
  terminalserver: payloadsOf(TerminalApi)
}

it.each(apis)("$slug: the body of each example is one that its call takes", (api) => {
  const failed = api.operations.flatMap((operation) => {
    const body = exampleBody(operation, api)
    if (body === undefined) return []
    const call = `${operation.method} ${operation.path}`
    const schemas = payloads[api.slug]?.get(call) ?? []
    assert.isNotEmpty(schemas, call)
    const taken = schemas.some((schema) => Exit.isSuccess(Schema.decodeUnknownExit(Schema.toCodecJson(schema))(body)))
    return taken ? [] : [`${call} ${JSON.stringify(body)}`]
  })
  assert.deepStrictEqual(failed, [])
})

it("bookings name their refusals in the order of their checks", () => {
  const terminal = apis.find(({ slug }) => slug === "terminalserver")!
  const sale = terminal.operations.find(({ path }) => path === "/order/book-sale")!
  assert.includeMembers([...refusalsOf(sale, terminal.prefix)], ["NotEnoughFunds", "TillRequired", "AlreadyProcessed"])
})

it("no page is so large that it opens slowly", () => {
  for (const [path, text] of pages) assert.isBelow(text.length, 400_000, path)
})
