import type { LoadContext, Plugin, PluginModule } from "@docusaurus/types"
import { dirname, join, resolve } from "node:path"

// The declarations of the theme lack what it exports beside its options.
const theme = require("@docusaurus/theme-classic") as PluginModule & { readonly default: PluginModule }

export const { getSwizzleConfig, validateOptions, validateThemeConfig } = theme

const folder = dirname(require.resolve("@docusaurus/theme-classic"))

/** The theme of Docusaurus, without the program that colours code in the browser: `codeBlocks.ts` does it while the site is built. */
export default async (context: LoadContext, options: unknown): Promise<Plugin | null> => {
  const plugin = await theme.default(context, options)
  if (plugin === null) return null
  return {
    ...plugin,
    getThemePath: () => join(folder, "theme"),
    getTypeScriptThemePath: () => resolve(folder, "../src/theme"),
    getClientModules: () =>
      (plugin.getClientModules?.() ?? [])
        .filter((module) => !module.includes("prism"))
        .map((module) => module.startsWith(".") ? resolve(folder, module) : module)
  }
}
