import { readFileSync } from "node:fs"
import { join } from "node:path"

type Repository = string | { readonly url: string }

/** The address of the repository in a browser: what npm accepts as `repository` may begin with `git+` and end with `.git`. */
export const browserAddress = (repository: Repository | undefined): string | undefined => {
  const given = typeof repository === "string" ? repository : repository?.url
  const address = given?.replace(/^git\+/, "").replace(/\.git$/, "").replace(/\/+$/, "")
  if (address === undefined || address === "") return undefined
  if (!/^https?:\/\//.test(address)) {
    throw new Error(`The source of the site is ${given}, which is no address that a browser opens`)
  }
  return address
}

/** Where the source is: `npm run docs -- --source …`, else `repository` in the package.json of the project, else unknown. */
export const sourceAddress = (): string | undefined => {
  const { repository } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"))
  return browserAddress(process.env.DOCS_SOURCE_URL ?? repository)
}
