import docs, { type LoadedContent, type PluginOptions, validateOptions } from "@docusaurus/plugin-content-docs"
import type { LoadContext, Plugin } from "@docusaurus/types"
import { join } from "node:path"

export { validateOptions }

/**
 * The pages of `docs/`. The site's own folder and the blog lie in there too, and other plugins render what they hold: a page that two
 * of them render breaks the build, so this one leaves them alone, and doesn't watch the packages of the site.
 */
export default async (context: LoadContext, options: PluginOptions): Promise<Plugin<LoadedContent>> => {
  const plugin = await docs(context, options)
  const foreign = [context.siteDir, join(context.siteDir, "..", "blog")]
  return {
    ...plugin,
    getPathsToWatch: () => (plugin.getPathsToWatch?.() ?? []).filter((path) => !path.includes("_category_")),
    configureWebpack: (...given) => {
      const made = plugin.configureWebpack?.(...given)
      return {
        ...made,
        module: { rules: (made?.module?.rules ?? []).map((rule) => ({ ...rule as object, exclude: foreign })) }
      }
    }
  }
}
