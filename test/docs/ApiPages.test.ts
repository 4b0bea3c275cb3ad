import { assert, it } from "@effect/vitest"
import { apiPages } from "@wristbank/docs/api"
import { anchorOf, exampleBody, headingOf, refusalsOf } from "@wristbank/docs/ApiCall"
import { apiDocuments } from "@wristbank/docs/ApiDocument"
import { globSync, readFileSync } from "node:fs"
import { join, posix } from "node:path"
import { isTaken } from "./Payloads.ts"

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

const reference: ReadonlyMap<string, ReadonlySet<string>> = new Map(
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
  for (const heading of headings) {
    assert.isTrue(lines.includes(`## ${heading}`) || lines.includes(`### ${heading}`), heading)
  }
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

it.each(apis)("$slug: the body of each example is one that its call takes", (api) => {
  const failed = api.operations.flatMap((operation) => {
    const body = exampleBody(operation)
    assert.strictEqual(
      body === undefined,
      operation.requestBody?.content["application/json"] === undefined,
      operation.path
    )
    if (body === undefined) return []
    const call = `${operation.method} ${api.prefix}${operation.path}`
    return isTaken(call, body) ? [] : [`${call} ${JSON.stringify(body)}`]
  })
  assert.deepStrictEqual(failed, [])
})

it("bookings name their refusals in the order of their checks", () => {
  const terminal = apis.find(({ slug }) => slug === "terminalserver")!
  const sale = terminal.operations.find(({ path }) => path === "/order/book-sale")!
  assert.includeMembers([...refusalsOf(sale, terminal.prefix)], ["NotEnoughFunds", "TillRequired", "AlreadyProcessed"])
})

it("other calls name the refusals that tests met, and show the example that a test sends", () => {
  const office = apis.find(({ slug }) => slug === "administration")!
  const update = office.operations.find(({ operationId }) => operationId === "accounts.updateBalance")!
  assert.includeMembers([...refusalsOf(update, office.prefix)], ["Unauthorized", "account.balance_negative"])
  const stored = JSON.parse(readFileSync(join(docs, "../http/src/api/examples/administration.json"), "utf8"))
  const { request } = stored[`${update.method} ${update.path}`]
  assert.isDefined(request)
  assert.deepStrictEqual(exampleBody(update), request)
})

it("no page is so large that it opens slowly", () => {
  for (const [path, text] of pages) assert.isBelow(text.length, 400_000, path)
})

it("each example of a request is whole: no value is missing, and the shell reads it", () => {
  for (const [path, text] of pages) {
    for (const [, block] of text.matchAll(/^```sh\n(curl[^]*?)\n```/gm)) {
      assert.notMatch(block!, /undefined|\*{3}|…/, path)
      assert.strictEqual(block!.split("'").length % 2, 1, path)
    }
  }
})

it("no example of an answer shows a secret, and requests have values in place of hidden ones", () => {
  const text = [...pages.values()].join("\n")
  const fence = "```"
  const blocksOf = (language: string) =>
    Array.from(text.matchAll(new RegExp(`^${fence}${language}\n([^]*?)^${fence}$`, "gm")), ([, block]) => block!)
  const [answers, requests] = [blocksOf("json"), blocksOf("sh")]
  assert.isAbove(answers.length, 100)
  const secret = /"(?:password|token|access_token|csrf_token|key[01]|\w+_api_key|recovery_codes)": \[?\s*"(?!\*+"|")/
  assert.deepStrictEqual(answers.filter((block) => secret.test(block)), [])
  assert.isTrue(answers.some((block) => block.includes("\"password\": \"********\"")))
  assert.deepStrictEqual(requests.filter((block) => block.includes("********")), [])
})
