import { PortalHosts } from "@wristbank/core/guest/PortalHosts"
import { Context, Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { detailResponse } from "../answers/ErrorResponse.ts"
import { readableEverywhere } from "../edge/CrossOrigin.ts"
import type { KnownRoute } from "../edge/Unrouted.ts"
import {
  headersOfAsset,
  mountApplication,
  type MountedApplication,
  portal,
  type ReadyFile,
  type WebApplication,
  webApplications
} from "./WebApplication.ts"
import { fileResponse, readWebFiles, type WebFile } from "./WebFile.ts"

/** The files of a build, read once for all ports. */
export type WebFiles = ReadonlyMap<string, WebFile>

/** Reads the build in a folder; no folder means that there are no applications. */
export const webFilesIn = (folder: string | undefined): Effect.Effect<WebFiles | undefined> =>
  folder === undefined ? Effect.succeed(undefined) : Effect.promise(() => readWebFiles(folder))

/** An application at the root of a port or host, where `applies` to the call. */
interface RootApplication {
  readonly mounted: MountedApplication
  readonly applies: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<boolean>
}

/** The applications of the common port: each below its path, and the portal at the root of hosts of events' portals. */
export const commonApplications = (files: WebFiles | undefined) =>
  files === undefined ? Layer.empty : Layer.unwrap(Effect.map(PortalHosts, ({ isPortal }) => {
    const below = webApplications.map((one) => ({
      one,
      mounted: mountApplication(one, files, one.prefix as `/${string}`)
    }))
    return answering(
      files,
      new Map(below.map(({ mounted, one }) => [one.prefix, mounted])),
      {
        mounted: mountApplication(portal, files, ""),
        applies: ({ headers }) => isPortal(headers["host"] ?? "")
      }
    )
  }))

/** An application at the root of a port of its own. */
export const applicationAlone = (files: WebFiles, application: WebApplication) =>
  answering(files, new Map(), {
    mounted: mountApplication(application, files, ""),
    applies: () => Effect.succeed(true)
  })

/** The paths of the applications on the common port, for the answers to other methods. */
export const applicationRoutes = (files: WebFiles | undefined): ReadonlyArray<KnownRoute> =>
  files === undefined ? [] : [
    { method: "GET", path: "/assets/*" },
    ...webApplications.flatMap(({ prefix }): ReadonlyArray<KnownRoute> => [
      { method: "GET", path: prefix },
      { method: "GET", path: `${prefix}/*` }
    ])
  ]

const answering = (
  files: WebFiles,
  below: ReadonlyMap<string, MountedApplication>,
  root: RootApplication
) =>
  HttpRouter.middleware((httpEffect) =>
    Effect.withFiber((fiber) => {
      const request = Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest)
      // Calls of the APIs, such as bookings, are told apart first.
      if (/^\/api(?:\/|$)/.test(request.url) || (request.method !== "GET" && request.method !== "HEAD")) {
        return httpEffect
      }
      const path = decodedPath(request.url)
      if (path === undefined) return missing
      if (path.startsWith("/health")) return httpEffect
      if (path.startsWith("/assets/")) return answerWith(request, asset(files, path))
      const [, first = ""] = /^(\/[^/]*)/.exec(path) ?? []
      const mounted = below.get(first)
      if (mounted !== undefined) {
        return path === first
          ? Effect.succeed(withSlash(first, request.url))
          : answerWith(request, mounted(path.slice(first.length)))
      }
      return Effect.flatMap(
        root.applies(request),
        (applies) => applies ? answerWith(request, root.mounted(path)) : httpEffect
      )
    }), { global: true })

const missing = Effect.sync(() => detailResponse(404, "Not Found"))

const asset = (files: WebFiles, path: string): ReadyFile | undefined => {
  const file = files.get(path)
  return file === undefined ? undefined : { file, headers: headersOfAsset(path) }
}

const answerWith = (request: HttpServerRequest.HttpServerRequest, found: ReadyFile | undefined) =>
  found === undefined ? missing : Effect.andThen(
    found.isOpen === true ? readableEverywhere : Effect.void,
    fileResponse(request, found.file, found.headers)
  )

/** Leads to the address of an application's page: relative addresses in its manifest count from there. */
const withSlash = (path: string, url: string) =>
  HttpServerResponse.redirect(`${path}/${url.slice(url.split("?", 1)[0]!.length)}`, { status: 302 })

/**
 * The path of a request without escapes; `undefined` when it can't be that of a page or file: an escape that is not UTF-8 or
 * that hides a separator, a part that is empty, `.` or `..`, or a character that does not print.
 */
const decodedPath = (url: string): string | undefined => {
  const parts = url.split(/[?#]/, 1)[0]!.split("/")
  if (parts.shift() !== "") return undefined
  const decoded: Array<string> = []
  for (const [at, part] of parts.entries()) {
    const text = decodedPart(part)
    const isLast = at === parts.length - 1
    if (text === undefined || text === "." || text === ".." || (text === "" && !isLast)) return undefined
    decoded.push(text)
  }
  return `/${decoded.join("/")}`
}

const decodedPart = (part: string): string | undefined => {
  try {
    const text = decodeURIComponent(part)
    return /[/\\\p{Cc}]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
