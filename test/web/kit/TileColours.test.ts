import { tileColours } from "@wristbank/core/event/TileColour"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, test } from "vitest"
import { english } from "../../../web/kit/tileColours/english.ts"
import { german } from "../../../web/kit/tileColours/german.ts"

const kit = join(import.meta.dirname, "../../../web/kit")
const rulesOf = (file: string): ReadonlyArray<readonly [selector: string, body: string]> =>
  Array.from(
    readFileSync(join(kit, file), "utf8").replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{}]+)\{([^{}]*)\}/g),
    ([, selector = "", body = ""]) => [selector.trim(), body]
  )

const schemes = ["light", "dark", "contrast"] as const
type Scheme = typeof schemes[number]

/** The values of a rule, such as `--tile-ground`, in one scheme. */
const valuesOf = (body: string, scheme: Scheme) =>
  Object.fromEntries(
    Array.from(
      body.matchAll(/(--[\w-]+):\s*(#\w{6}|light-dark\((#\w{6}), (#\w{6})\));/g),
      ([, name, one, light, dark]) => [
        name,
        light === undefined ? one! : scheme === "light" ? light : dark!
      ]
    )
  )

/** All that is said of an element in one scheme: the later rule holds, and those of high contrast come last. */
const shown = (file: string, selector: string, scheme: Scheme): Readonly<Record<string, string>> => {
  const said = new Set([selector, ...(scheme === "contrast" ? [`:root[data-colours="contrast"] ${selector}`] : [])])
  const own = rulesOf(file).filter(([one]) => said.has(one)).map(([, body]) => valuesOf(body, scheme))
  return Object.assign({}, ...own)
}

const surroundings = (scheme: Scheme) => ({
  ...shown("tokens.css", ":root", scheme),
  ...(scheme === "contrast" ? shown("tokens.css", ":root[data-colours=\"contrast\"]", scheme) : {})
})

const linear = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** WCAG 2.2, relative luminance. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

/** How different two colours look, in Oklab. About 0.02 can just be seen beside each other. */
const distance = (one: string, other: string): number => {
  const [a, b] = [one, other].map((colour) => {
    const [red = 0, green = 0, blue = 0] = linear(colour)
    const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
    ]
  })
  return Math.hypot(...a!.map((part, at) => part - b![at]!))
}

describe.each(schemes)("the colours of tiles in %s", (scheme) => {
  const around = surroundings(scheme)
  const all = tileColours.map((name) => {
    const { "--tile-edge": edge = "", "--tile-ground": ground = "" } = shown(
      "tileColours/tileColours.css",
      `[data-tile-colour="${name}"]`,
      scheme
    )
    return { name, ground, edge }
  })

  test.each(all)("$name can be read", ({ edge, ground }) => {
    assert.isAtLeast(contrast(ground, around["--text-colour"]!), scheme === "contrast" ? 7 : 4.5)
    assert.isAtLeast(contrast(edge, ground), 3)
    for (const place of ["--ground", "--surface"]) assert.isAtLeast(contrast(edge, around[place]!), 3, place)
  })

  test("differ from each other enough to be seen", () => {
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1)) {
        const pair = `${one.name} and ${other.name}`
        assert.isAtLeast(distance(one.ground, other.ground), 0.05, pair)
        assert.isAtLeast(distance(one.edge, other.edge), 0.09, pair)
      }
    }
  })
})

test("texts of any importance have the colour of the text on them", () => {
  const [, body] = rulesOf("tileColours/tileColours.css").find(([selector]) => selector === "[data-tile-colour]")!
  assert.match(body, /--muted: var\(--text-colour\);/)
})

test("each colour has a name of its own in each language, in the order of the list", () => {
  for (const { tileColours: names } of [english, german]) {
    assert.deepStrictEqual(Object.keys(names), [...tileColours])
    assert.strictEqual(new Set(Object.values(names)).size, tileColours.length)
  }
})
