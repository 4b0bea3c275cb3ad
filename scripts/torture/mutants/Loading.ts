// How modules are loaded while mutants are tested: decisions with their mutants, and the registry in place of vitest.
import { registerHooks } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

declare global {
  /** Whether a mutant is the active one; decisions that have mutants ask. */
  var isMutated: (id: number) => boolean
}

const registry = pathToFileURL(join(import.meta.dirname, "TestRegistry.ts")).href

/**
 * Loads these texts in place of the files. A module loaded as `?load=N` is a new copy, and so is every module of the project
 * that it imports.
 */
export const loadInstead = (root: string, texts: ReadonlyMap<string, string>) => {
  const sources = new Map(Array.from(texts, ([file, text]) => [pathToFileURL(join(root, file)).href, text]))
  const top = pathToFileURL(root).href
  const ofProject = (url: string) =>
    url.startsWith(top) && url !== registry && !fileURLToPath(url).includes("node_modules")
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === "vitest" && context.parentURL !== registry) return next(registry, context)
      const resolved = next(specifier, context)
      const load = context.parentURL === undefined ? null : new URL(context.parentURL).searchParams.get("load")
      return load === null || resolved.url.includes("?") || !ofProject(resolved.url)
        ? resolved
        : { ...resolved, url: `${resolved.url}?load=${load}` }
    },
    load: (url, context, next) => {
      const source = sources.get(url.replace(/\?.*$/, ""))
      return source === undefined ? next(url, context) : { format: "module-typescript", source, shortCircuit: true }
    }
  })
}
