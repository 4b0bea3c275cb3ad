/**
 * Writes the pages of the three APIs into `docs/site/api` from their OpenAPI documents: `node docs/generators/api.ts`. An API whose one
 * page would be slow to open is written as a page for each group of calls.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { anchorOf, callSection, headingOf } from "./ApiCall.ts"
import { type ApiDocument, apiDocuments, type Operation } from "./ApiDocument.ts"
import { fieldsOf, hasSection, schemasIn } from "./ApiFields.ts"
import { introductions } from "./ApiIntroduction.ts"
import { plain, table } from "./Markdown.ts"

/** Above this many characters an API is written in several pages. */
const largestPage = 300_000

/** Groups whose name is no word for readers. */
const titles: Readonly<Record<string, string>> = {
  auth: "Sign-in",
  config: "Configuration",
  stats: "Statistics",
  sumup: "SumUp",
  tses: "Signing devices (TSE)"
}

const titleOf = (tag: string): string => {
  const known = titles[tag]
  if (known !== undefined) return known
  const words = tag.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ").toLowerCase()
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

/** Gives headings their anchors as the site does: the second of the same text gets a number. */
const anchors = () => {
  const used = new Map<string, number>()
  return (heading: string): string => {
    const anchor = anchorOf(heading)
    const before = used.get(anchor)
    used.set(anchor, (before ?? -1) + 1)
    return before === undefined ? anchor : `${anchor}-${before + 1}`
  }
}

/** The last part of the address of a group's page. */
const slugOf = (tag: string) => tag.replaceAll(/([a-z])([A-Z])/g, "$1-$2").replaceAll(/[_ ]/g, "-").toLowerCase()

interface Group {
  readonly slug: string
  readonly title: string
  readonly description: string | undefined
  readonly operations: ReadonlyArray<Operation>
}

const groupsOf = ({ operations, tags }: ApiDocument): ReadonlyArray<Group> =>
  tags.map(({ description, name }) => ({
    slug: slugOf(name),
    title: titleOf(name),
    description,
    operations: operations.filter((operation) => operation.tags.includes(name))
  })).filter((group) => group.operations.length > 0)

const objectsTitle = "Objects"

/** Groups of calls and the objects that they name, with links between them. A group that has the page for itself needs no heading. */
const sectionsOf = (groups: ReadonlyArray<Group>, api: ApiDocument, isAlone = false): string => {
  const names = [...schemasIn(groups.map(({ operations }) => operations.map(shown)), api.schemas)]
    .filter((name) => hasSection(name, api.schemas)).toSorted()
  const anchor = anchors()
  for (const { operations, title } of groups) {
    for (const text of [...isAlone ? [] : [title], ...operations.map(headingOf)]) anchor(text)
  }
  anchor(objectsTitle)
  const anchorByName = new Map(names.map((name) => [name, anchor(name)]))
  const link = (name: string) => `[${name}](#${anchorByName.get(name)})`
  const calls = groups.map(({ description, operations, title }) =>
    [
      ...isAlone ? [] : [`## ${title}`, ...description === undefined ? [] : [description]],
      ...operations.map((operation) => callSection(operation, { api, level: isAlone ? "##" : "###", link }))
    ].join("\n\n")
  )
  const objects = names.map((name) => {
    const description = api.schemas[name]?.description
    return [
      `### ${name}`,
      ...description === undefined ? [] : [description],
      fieldsOf(api.schemas[name]!, api.schemas, link)
    ]
      .join("\n\n")
  })
  return [...calls, ...objects.length === 0 ? [] : [`## ${objectsTitle}`, ...objects]].join("\n\n")
}

/** What is shown of a call: errors have a page of their own. */
const shown = ({ parameters, requestBody, responses }: Operation) => [
  parameters.map(({ schema }) => schema),
  requestBody,
  Object.entries(responses).filter(([status]) => status.startsWith("2"))
]

const frontMatter = (fields: Readonly<Record<string, string | number>>) =>
  `---\n${Object.entries(fields).map(([name, value]) => `${name}: ${value}`).join("\n")}\n---\n`

const made =
  "<!-- Made by docs/generators/api.ts from the definitions of the calls in http/src/api; change it there. -->"

const inOnePage = (api: ApiDocument): string =>
  `${frontMatter({ slug: `/${api.slug}`, toc_max_heading_level: 3 })}
# ${api.title}

${made}

${introductions(api)}

${sectionsOf(groupsOf(api), api)}
`

const overview = (api: ApiDocument): string => {
  const lists = groupsOf(api).map(({ description, operations, slug, title }) => {
    const anchor = anchors()
    const rows = operations.map((operation) => [
      `[${plain(headingOf(operation))}](./${slug}.md#${anchor(headingOf(operation))})`,
      `\`${operation.method} ${operation.path}\``
    ])
    return [`### ${title}`, ...description === undefined ? [] : [description], table(["call", "request"], rows)].join(
      "\n\n"
    )
  })
  return `${frontMatter({ slug: `/${api.slug}`, sidebar_position: 0 })}
# ${api.title}

${made}

${introductions(api)}

## All calls

${lists.join("\n\n")}
`
}

const ofGroup = (group: Group, at: number, api: ApiDocument): string =>
  `${frontMatter({ slug: `/${api.slug}/${group.slug}`, sidebar_position: at + 1, title: group.title })}
${made}

${group.description ?? ""}

The introduction of the [${api.title}](./index.md) says how to sign in, and what all calls have in common.

${sectionsOf([group], api, true)}
`

/** The texts of the pages, by their paths in \`docs/site/api\`. */
export const apiPages = (): ReadonlyMap<string, string> =>
  new Map(
    apiDocuments().flatMap((api): ReadonlyArray<readonly [string, string]> => {
      const page = inOnePage(api)
      if (page.length <= largestPage) return [[`${api.slug}.md`, page]]
      return [
        [`${api.slug}/index.md`, overview(api)],
        ...groupsOf(api).map((group, at) => [`${api.slug}/${group.slug}.md`, ofGroup(group, at, api)] as const)
      ]
    })
  )

if (import.meta.main) {
  const folder = fileURLToPath(new URL("../site/api", import.meta.url))
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of apiPages()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
