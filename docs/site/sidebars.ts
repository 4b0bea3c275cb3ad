import type { SidebarsConfig } from "@docusaurus/plugin-content-docs"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Section, sections } from "../../scripts/docs/sections.ts"

type Items = Exclude<SidebarsConfig[string], { readonly [label: string]: unknown }>

const docs = join(__dirname, "..")

const titleOf = (page: string): string => {
  const title = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), "utf8"))?.[1]
  if (title === undefined) throw new Error(`docs/${page}.md has no title: a line that begins with "# "`)
  return title
}

/** What a title says before its colon is short enough for the sidebar. */
const labelOf = (page: string): string => titleOf(page).replace(/:.*/, "")

/** Under "Decisions" and the like, a title need not say so again. */
const pageOf = (page: string, parent: string) => {
  const title = titleOf(page)
  const label = title.startsWith(`${parent}: `) ? title.slice(parent.length + 2) : labelOf(page)
  return { type: "doc" as const, id: page, label: `${label[0]!.toUpperCase()}${label.slice(1)}` }
}

const categoryOf = ({ items, label, page }: Section): Items[number] => ({
  type: "category" as const,
  label,
  ...page !== undefined && { link: { type: "doc" as const, id: page } },
  items: items.map((item) => typeof item === "string" ? pageOf(item, label) : categoryOf(item))
})

/** Pages that a generator writes into the folder of the site are at addresses of their own; a folder's own page leads to the others. */
const generated = (folder: string): ReadonlyArray<{ type: "link"; label: string; href: string }> => {
  if (!existsSync(join(docs, "site", folder))) return []
  const names = new Set(
    readdirSync(join(docs, "site", folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.name.endsWith(".md"))
      .map(({ name }) => name.replace(/\.md$/, ""))
      .filter((name) => name !== "index")
  )
  return Array.from(names).toSorted().map((name) => {
    const page = `site/${folder}/${name}`
    const isPage = existsSync(join(docs, `${page}.md`))
    return { type: "link" as const, label: labelOf(isPage ? page : `${page}/index`), href: `/${folder}/${name}` }
  })
}

/** TypeDoc's pages have a look and a search of their own, and Docusaurus, which does not know them, would take the link for a broken one. */
const library = {
  type: "html" as const,
  className: "menu__list-item",
  value: "<a class=\"menu__link\" href=\"/library/\">Modules of the packages</a>"
}

const sidebars: SidebarsConfig = {
  docs: [
    ...sections.map(categoryOf),
    { type: "category", label: "API reference", items: [...generated("api")] },
    library
  ]
}

export default sidebars
