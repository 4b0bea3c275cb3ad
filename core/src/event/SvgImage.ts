import { Effect, Result } from "effect"
import { isUtf8 } from "node:buffer"
import { extname } from "node:path"
import { type SaxesAttributeNS, SaxesParser } from "saxes"
import { escaped } from "../base/MarkupText.ts"
import { inParsingThread } from "../base/ParsingThreads.ts"
import { type InvalidArgument, refuse, type ServiceUnavailable } from "../base/Refusal.ts"
import { eventRules } from "./EventRules.ts"
import { type DrawnElement, references, weightOf } from "./SvgWeight.ts"

const svg = "http://www.w3.org/2000/svg"
const xlink = "http://www.w3.org/1999/xlink"

/** Elements that only draw: no scripts, links, animations, foreign content or filters. */
const elements: ReadonlySet<string> = new Set(
  ("svg g defs symbol use title desc style path rect circle ellipse line polyline polygon text tspan textPath image " +
    "linearGradient radialGradient stop clipPath mask pattern marker").split(" ")
)

const textual: ReadonlySet<string> = new Set(["title", "desc", "text", "tspan", "textPath", "style"])

const attributes: ReadonlySet<string> = new Set(
  ("id class style version viewBox preserveAspectRatio x y width height x1 y1 x2 y2 cx cy r rx ry fx fy fr d points " +
    "pathLength transform offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod patternUnits " +
    "patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight " +
    "refX refY orient fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin " +
    "stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity display visibility overflow clip-path clip-rule " +
    "mask marker-start marker-mid marker-end paint-order vector-effect shape-rendering text-rendering image-rendering " +
    "font-family font-size font-style font-weight font-variant font-stretch text-anchor text-decoration " +
    "letter-spacing word-spacing dominant-baseline alignment-baseline baseline-shift writing-mode direction dx dy " +
    "rotate textLength lengthAdjust startOffset method spacing").split(" ")
)

/** Functions allowed in CSS and attributes; none of them loads anything. */
const functions: ReadonlySet<string> = new Set(
  "rgb rgba hsl hsla calc var matrix translate translatex translatey scale scalex scaley rotate skewx skewy".split(" ")
)

const raster = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/

/** Deepest nesting of elements: the parser looks up each name through all open elements. */
const maxDepth = 200

/** Largest number of elements that an image may draw; viewers draw each of them. */
const maxWeight = 100_000

/** Why an image is refused. */
const faults = {
  malformed: eventRules.svg_malformed,
  no_utf8: eventRules.svg_no_utf8,
  too_heavy: eventRules.svg_too_heavy
}

/** What comes of an image, as threads can answer it. */
export type Redrawn = { readonly image: string } | { readonly fault: keyof typeof faults }

/** As `sanitise`. */
export const redraw = (bytes: Uint8Array): Redrawn => {
  if (!isUtf8(bytes)) return { fault: "no_utf8" }
  const found = Result.try(() => drawnAnew(new TextDecoder().decode(bytes)))
  if (Result.isFailure(found)) return { fault: "malformed" }
  const { drawn, weight } = found.success
  return weight > maxWeight ? { fault: "too_heavy" } : { image: drawn }
}

const imageOf = (redrawn: Redrawn): Result.Result<string, InvalidArgument> =>
  "image" in redrawn ? Result.succeed(redrawn.image) : refuse(faults[redrawn.fault])

/**
 * Returns the SVG image without scripts, animations and external references; everything not known to be harmless is
 * removed. Fails if it is not well-formed SVG, or if it draws too many elements by repeated references. Entities
 * defined in the image are not resolved.
 */
export const sanitise = (bytes: Uint8Array): Result.Result<string, InvalidArgument> => imageOf(redraw(bytes))

const apart = inParsingThread<Uint8Array, Redrawn>(
  new URL(`SvgThread${extname(import.meta.url)}`, import.meta.url),
  () => ({ fault: "too_heavy" })
)

/** As `sanitise`, in a thread: an image of 2 MiB takes the better part of a second. */
export const sanitiseApart = (bytes: Uint8Array): Effect.Effect<string, InvalidArgument | ServiceUnavailable> =>
  Effect.flatMap(apart(bytes), (redrawn) => Effect.fromResult(imageOf(redrawn)))

const drawnAnew = (text: string): { readonly drawn: string; readonly weight: number } => {
  const parser = new SaxesParser({ xmlns: true })
  const drawn: Array<string> = []
  const open: Array<{ readonly local: string; readonly element: DrawnElement }> = []
  const all: Array<DrawnElement> = []
  // Depth of the parser inside an element that is removed.
  let omitted = 0
  let css = ""
  let allCss = ""
  parser.on("opentag", ({ attributes: given, local, uri }) => {
    if (open.length + omitted >= maxDepth) throw new Error("elements nested too deeply")
    if (open.length === 0 && (uri !== svg || local !== "svg")) throw new Error("not an SVG image")
    // Elements inside a style sheet are removed, as they would separate parts of its text.
    const isInStyle = open.at(-1)?.local === "style"
    if (omitted > 0 || isInStyle || uri !== svg || !elements.has(local)) {
      omitted++
      return
    }
    const namespace = open.length === 0 ? ` xmlns="${svg}"` : ""
    drawn.push(`<${local}${namespace}${Object.values(given).map(redrawAttribute).join("")}>`)
    const element = elementOf(open.at(-1)?.element ?? null, local, Object.values(given))
    all.push(element)
    open.push({ local, element })
  })
  const write = (content: string) => {
    const element = open.at(-1)?.local
    if (omitted > 0 || element === undefined || !textual.has(element)) return
    const lines = content.replaceAll(/\r\n?/g, "\n")
    if (element === "style") css += lines
    else drawn.push(escaped(lines))
  }
  parser.on("text", write)
  parser.on("cdata", write)
  parser.on("closetag", () => {
    if (omitted > 0) {
      omitted--
      return
    }
    if (isHarmless(css)) {
      drawn.push(escaped(css))
      allCss += css
    }
    css = ""
    drawn.push(`</${open.pop()?.local}>`)
  })
  parser.write(text).close()
  return { drawn: drawn.join(""), weight: weightOf(all, allCss, maxWeight) }
}

const elementOf = (
  parent: DrawnElement | null,
  local: string,
  given: ReadonlyArray<SaxesAttributeNS>
): DrawnElement => {
  const valueOf = (name: string) => given.find((attribute) => attribute.uri === "" && attribute.local === name)?.value
  const id = valueOf("id")
  return {
    parent,
    id,
    names: [local, id ?? "", ...(valueOf("class") ?? "").split(/\s+/)],
    refersTo: given.flatMap((attribute) =>
      attribute.local === "href" ? [attribute.value.slice(1)] : references(attribute.value)
    )
  }
}

const redrawAttribute = ({ local, uri, value }: SaxesAttributeNS): string => {
  if (local === "href" && (uri === "" || uri === xlink)) {
    return /^#[^\s"'<>%]+$/.test(value) || raster.test(value) ? ` href="${escaped(inLine(value))}"` : ""
  }
  return uri === "" && attributes.has(local) && isHarmless(value) ? ` ${local}="${escaped(inLine(value))}"` : ""
}

/** Line ends and tabs in attributes are spaces to programs that read the image. */
const inLine = (value: string): string => value.replaceAll(/[\t\n\r]/g, " ")

/** Whether CSS, or an attribute that may contain CSS, refers only to the image itself. */
const isHarmless = (text: string): boolean => {
  const computed = text.replaceAll(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi, "")
  return !/[@\\]|javascript:/i.test(computed) &&
    computed.split("(").slice(0, -1).every((before) => functions.has(nameAtEnd(before).toLowerCase()))
}

/** The name at the end of a text, ignoring spaces; empty for none. */
const nameAtEnd = (text: string): string => {
  const trimmed = text.trimEnd()
  let begin = trimmed.length
  while (begin > 0 && /[\w-]/.test(trimmed[begin - 1]!)) begin--
  return trimmed.slice(begin)
}
