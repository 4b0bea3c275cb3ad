import type { Prefix } from "../ApiServer.ts"
import { filledIn, type WebFile } from "./WebFile.ts"
import { type Ability, permissionsOf, policyWith, type Sources } from "./WebSecurity.ts"

/** An application in the browser. */
export interface WebApplication {
  /** The folder of the build that holds its page. */
  readonly name: string
  /** Its path on the common port. */
  readonly prefix: `/${string}`
  /** What it may use of the device. */
  readonly abilities: ReadonlyArray<Ability>
  /**
   * Additional sources of single pages, by their path in the application. They also apply below that path. Such a page must
   * be opened by a link that loads it, as a browser keeps the policy of the page that it loaded.
   */
  readonly pageSources: Readonly<Record<`/${string}`, Sources>>
}

const cardProvider = ["https://gateway.sumup.com"]

export const portal: WebApplication = {
  name: "portal",
  prefix: "/portal",
  abilities: ["camera", "fullscreen"],
  pageSources: {
    // The provider's card form is a script that opens frames of the provider.
    "/top-up": { "script-src": cardProvider, "frame-src": cardProvider, "connect-src": cardProvider }
  }
}

export const till: WebApplication = {
  name: "till",
  prefix: "/till",
  abilities: ["autoplay", "camera", "fullscreen", "screen-wake-lock"],
  pageSources: {}
}

export const administration: WebApplication = {
  name: "administration",
  prefix: "/administration",
  abilities: ["camera", "fullscreen"],
  pageSources: {}
}

/** All applications; a further one is a line here. */
export const webApplications: ReadonlyArray<WebApplication> = [portal, till, administration]

/** First parts of paths that belong to the server or to an application, wherever an application is mounted. */
const reservedPaths: ReadonlyArray<string> = [
  "api",
  "assets",
  "health",
  ...webApplications.map(({ prefix }) => prefix.slice(1))
]

/** A file with the headers of its answer. */
export interface ReadyFile {
  readonly file: WebFile
  readonly headers: Readonly<Record<string, string>>
  /** Whether pages of every origin may read it; the default is no. */
  readonly isOpen?: boolean
}

/** The file by which the office tells that the portal is at an address. */
const signOfPortal = "/manifest.webmanifest"

/** An application at a place: finds the file of a path in it, such as `/` or `/sw.js`. */
export type MountedApplication = (path: string) => ReadyFile | undefined

/** Raised when the folder of the built applications lacks one. */
class WebApplicationMissing extends Error {}

/** Mounts an application of a build below `base`. Addresses that name no file are those of its page. */
export const mountApplication = (
  application: WebApplication,
  files: ReadonlyMap<string, WebFile>,
  base: Prefix
): MountedApplication => {
  const fileOf = (name: string) => files.get(`/${application.name}/${name}`)
  const [page, worker] = [fileOf("index.html"), fileOf("sw.js")]
  if (page === undefined || worker === undefined) {
    throw new WebApplicationMissing(`The built web applications lack the application ${application.name}`)
  }
  const shared = { ...safety, "permissions-policy": permissionsOf(application.abilities) }
  const headersOf = (sources: Sources | undefined) => ({
    ...shared,
    "content-security-policy": policyWith(sources),
    "cross-origin-opener-policy": sources === undefined ? "same-origin" : "same-origin-allow-popups"
  })
  const withSources = Object.entries(application.pageSources)
  const networkPaths = [...reservedPaths, ...withSources.map(([path]) => path.slice(1))]
  const headers = headersOf(undefined)
  const filledPage = filledIn(page, { __BASE__: base })
  // The headers are part of the worker, so it keeps a new page when only they have changed.
  const filledWorker = filledIn(worker, { __SERVER__: JSON.stringify({ networkPaths, headers }) })
  return (path) => {
    if (path === "/sw.js") return { file: filledWorker, headers }
    if (isFileName(path)) {
      const file = path === "/index.html" ? undefined : files.get(`/${application.name}${path}`)
      const isOpen = application === portal && path === signOfPortal
      return file === undefined ? undefined : { file, headers: shared, isOpen }
    }
    const special = withSources.find(([one]) => path === one || path.startsWith(`${one}/`))
    return { file: filledPage, headers: special === undefined ? headers : headersOf(special[1]) }
  }
}

/** Whether a path names a file: its last part has a dot. */
const isFileName = (path: string): boolean => /\.[^/]*$/.test(path)

const safety = {
  "cache-control": "no-cache",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer"
}

/** The headers of files below `/assets/`, whose names contain a hash of their content. */
const assetHeaders = { ...safety, "cache-control": "public, max-age=31536000, immutable" }

/**
 * Those of the thread that looks whether a portal is at an address. It may call every address, which pages of the office may not; it has
 * neither their session nor their contents.
 */
const sightHeaders = { ...assetHeaders, "content-security-policy": "default-src 'none'; connect-src http: https:" }

/** The headers of a file below `/assets/`. */
export const headersOfAsset = (path: string): Readonly<Record<string, string>> =>
  /^\/assets\/portalSight-[\w-]+\.js$/.test(path) ? sightHeaders : assetHeaders
