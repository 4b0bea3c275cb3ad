import type { SidebarsConfig } from "@docusaurus/plugin-content-docs"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sections } from "./sections.ts"

type Items = Exclude<SidebarsConfig[string], { readonly [label: string]: unknown }>

const docs = join(__dirname, "..")

const titleOf = (page: string): string => {
  const title = /^# (.+)$/m.exec(readFileSync(join(docs, `${page}.md`), "utf8"))?.[1]
  if (title === undefined) throw new Error(`docs/${page}.md has no title: a line that begins with "# "`)
  return title
}

/** The pages and folders of a folder: those named first, then the others by name. The folder's own page is its heading. */
const namesOf = (folder: string, first: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found = readdirSync(join(docs, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || entry.name.endsWith(".md"))
    .map(({ name }) => name.replace(/\.md$/, ""))
    .filter((name) => name !== "index")
  const others = found.filter((name) => !first.includes(name)).toSorted()
  return [...first.filter((name) => found.includes(name)), ...others]
}

/** What a title says before its colon is short enough for the sidebar. */
const labelOf = (page: string): string => titleOf(page).replace(/:.*/, "")

const pageOf = (page: string) => ({ type: "doc" as const, id: page, label: labelOf(page) })

const itemsOf = (folder: string, first: ReadonlyArray<string>): Items =>
  namesOf(folder, first).map((name) => {
    const page = `${folder}/${name}`
    return existsSync(join(docs, `${page}.md`)) ? pageOf(page) : categoryOf(page, labelOf(`${page}/index`), [])
  })

const categoryOf = (folder: string, label: string, first: ReadonlyArray<string>) => ({
  type: "category" as const,
  label,
  ...(existsSync(join(docs, folder, "index.md")) && { link: { type: "doc" as const, id: `${folder}/index` } }),
  items: itemsOf(folder, first)
})

/** Pages that generators write into the folder of the site are at addresses of their own; a folder's own page leads to the others. */
const generated = (folder: string, label: string): Items => {
  if (!existsSync(join(docs, "site", folder))) return []
  const items = namesOf(`site/${folder}`, []).map((name) => {
    const page = `site/${folder}/${name}`
    const isPage = existsSync(join(docs, `${page}.md`))
    return { type: "link" as const, label: labelOf(isPage ? page : `${page}/index`), href: `/${folder}/${name}` }
  })
  return [{ type: "category", label, items }]
}

/** TypeDoc's pages have a look and a search of their own, and Docusaurus, which does not know them, would take the link for a broken one. */
const library = {
  type: "html" as const,
  className: "menu__list-item",
  value: "<a class=\"menu__link\" href=\"/library/\">Modules of the packages</a>"
}

const sidebars: SidebarsConfig = {
  docs: [
    pageOf("intro"),
    ...sections.map(({ first, folder, label }) => categoryOf(folder, label, first)),
    ...generated("api", "API reference"),
    library,
    pageOf("ARCHITECTURE")
  ]
}

export default sidebars
