import type { LoadContext, Plugin, PluginModule } from "@docusaurus/types"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const theme = require("@easyops-cn/docusaurus-search-local") as PluginModule & { readonly default: PluginModule }

export const { validateOptions, validateThemeConfig } = theme

/** The texts of the site without the index that comes with them, which is three quarters of the file: ours is made where it is used. */
const dropIndex = (folder: string) => {
  for (const name of readdirSync(folder).filter((file) => /^search-index.*\.json$/.test(file))) {
    const file = join(folder, name)
    const groups: ReadonlyArray<{ readonly documents: unknown }> = JSON.parse(readFileSync(file, "utf8"))
    writeFileSync(file, JSON.stringify(groups.map(({ documents }) => ({ documents }))))
  }
}

/** The search of the site: its bar, its page of results and its texts come with the theme, what is found and in which order is ours. */
export default async (context: LoadContext, options: unknown): Promise<Plugin | null> => {
  const plugin = await theme.default(context, options)
  if (plugin === null) return null
  return {
    ...plugin,
    postBuild: async (built) => {
      await plugin.postBuild?.(built as never)
      dropIndex(built.outDir)
    },
    configureWebpack: (...given) => {
      const { currentBundler: { instance } } = given[2]
      const made = plugin.configureWebpack?.(...given)
      return {
        ...made,
        plugins: [
          ...made?.plugins ?? [],
          new instance.NormalModuleReplacementPlugin(
            /^\.\.\/searchByWorker$/,
            join(__dirname, "../src/search/searchByWorker.ts")
          )
        ]
      }
    }
  }
}
