// What is in the tarballs, so that nothing is left out by a pattern of a manifest, or comes along unseen.
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { root } from "../built.js"
import { folderOf, isLibrary, type PackageName } from "./manifest.ts"

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll("\\", "/"))

/** A module is published as JavaScript, that of a library with its declarations; SQL, grammars and texts as they are. */
const published = (name: PackageName) => (file: string): ReadonlyArray<string> => {
  if (!file.endsWith(".ts")) return [file]
  return (isLibrary(name) ? [".js", ".d.ts"] : [".js"]).map((ending) => file.replace(/\.ts$/, ending))
}

const below = (folder: string, files: ReadonlyArray<string>) => files.map((file) => `${folder}/${file}`)

/** The files of the tarball of a package. @param web the folder with the built web applications */
export const contentsOf = (name: PackageName, web: string): ReadonlyArray<string> =>
  [
    "package.json",
    "LICENSE",
    ...["README.md", "CHANGELOG.md"].filter((file) => existsSync(join(root, folderOf(name), file))),
    ...below("dist", filesIn(join(root, folderOf(name), "src")).flatMap(published(name))),
    ...(name === "cli"
      ? ["oclif.manifest.json", ...below("bin", filesIn(join(root, name, "bin"))), ...below("web", filesIn(web))]
      : [])
  ].toSorted()

/** What a tarball lacks, and what it has beside its contents. */
export const faultsOf = (contents: ReadonlyArray<string>, packed: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...contents.filter((file) => !packed.includes(file)).map((file) => `${file} is missing`),
  ...packed.filter((file) => !contents.includes(file)).map((file) => `${file} is not expected`)
]
