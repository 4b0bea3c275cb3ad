import { assert, it } from "@effect/vitest"
import { sanitise } from "@wristbank/core/event/SvgImage"
import { Result } from "effect"
import fc from "fast-check"

const bytes = (text: string) => new TextEncoder().encode(text)
const root = (content: string, more = "") => `<svg xmlns="http://www.w3.org/2000/svg"${more}>${content}</svg>`
const drawn = (content: string) => Result.getOrThrow(sanitise(bytes(root(content))))

const logo = root(
  "<title>A &amp; B</title><style>.a{fill:url(#g);transform:rotate(3deg)}</style>"
    + "<defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"#fff\"></stop></linearGradient></defs>"
    + "<g class=\"a\" transform=\"translate(1 2)\"><path d=\"M0 0L1 1z\" fill=\"url(#g)\"></path>"
    + "<use href=\"#g\"></use><image href=\"data:image/png;base64,iVBORw0=\" width=\"3\"></image></g>",
  " viewBox=\"0 0 10 10\""
)

it("an image that only draws stays as it is", () => {
  assert.strictEqual(Result.getOrThrow(sanitise(bytes(logo))), logo)
})

it.each([
  ["a script", "<script>alert(1)</script>", ""],
  [
    "a script in an element that is left out",
    "<foreignObject><g><script>1</script></g></foreignObject><g/>",
    "<g></g>"
  ],
  ["an element of HTML", "<b xmlns=\"http://www.w3.org/1999/xhtml\" onclick=\"x()\">b</b>", ""],
  ["a handler", "<g onload=\"alert(1)\" id=\"a\"/>", "<g id=\"a\"></g>"],
  ["a link", "<a href=\"javascript:alert(1)\"><g/></a>", ""],
  ["an outer use", "<use href=\"https://evil.example/x.svg#a\"/>", "<use></use>"],
  [
    "an outer use under another name",
    "<use xmlns:q=\"http://www.w3.org/1999/xlink\" q:href=\"//evil.example#a\"/>",
    "<use></use>"
  ],
  ["an inner SVG as data", "<image href=\"data:image/svg+xml;base64,PHN2Zz4=\"/>", "<image></image>"],
  ["an outer fill", "<g fill=\"url(https://evil.example/a)\"/>", "<g></g>"],
  ["an outer style", "<g style=\"background:image-set('https://evil.example/a' 1x)\"/>", "<g></g>"],
  ["an import", "<style>@import 'https://evil.example/a.css';</style>", "<style></style>"],
  ["an import in parts", "<style>@im<![CDATA[port]]> 'https://evil.example/a.css'</style>", "<style></style>"],
  ["an escaped url", "<style>g{fill:\\75rl(https://evil.example)}</style>", "<style></style>"],
  ["an element in a style sheet", "<style>.a{<use>b</use>fill:red}</style>", "<style>.a{fill:red}</style>"],
  ["an animation", "<g><set attributeName=\"href\" to=\"javascript:x\"/></g>", "<g></g>"],
  ["a comment and an instruction", "<!-- <script> --><?xml-stylesheet href=\"a\"?><g/>", "<g></g>"]
])("%s is left out", (_, content, left) => {
  assert.strictEqual(drawn(content), root(left))
})

it.each([
  ["line ends in attributes", "<g id=\"a&#10;b&#13;c&#9;d\"/>", "<g id=\"a b c d\"></g>"],
  ["line ends in texts", "<text>a&#13;b&#13;&#10;c</text>", "<text>a\nb\nc</text>"],
  ["line ends in style sheets", "<style>a&#13;b{}</style>", "<style>a\nb{}</style>"]
])("%s are those that a reader finds, so that the image stays the same", (_, content, left) => {
  assert.strictEqual(drawn(content), root(left))
  assert.strictEqual(Result.getOrThrow(sanitise(bytes(root(left)))), root(left))
})

it.each([
  ["no XML", "hello"],
  ["nothing", ""],
  ["an open end", "<svg xmlns=\"http://www.w3.org/2000/svg\"><g>"],
  ["another document", "<html xmlns=\"http://www.w3.org/1999/xhtml\"/>"],
  ["an svg that is none", "<svg/>"],
  ["entities of its own", `<!DOCTYPE svg [<!ENTITY a "b">]>${root("<text>&a;</text>")}`]
])("%s is refused", (_, text) => {
  assert.isTrue(Result.isFailure(sanitise(bytes(text))))
})

/** Nested levels of elements, each of which draws the previous level ten times. */
const bomb = (levels: number, level: (n: number, inner: string) => string, inner: (n: number) => string) =>
  Array.from({ length: levels }, (_, n) => level(n, n === 0 ? "<path/>" : inner(n - 1).repeat(10))).join("")

const group = (n: number, inner: string) => `<g id="a${n}">${inner}</g>`

it.each([
  ["uses", bomb(10, group, (n) => `<use href="#a${n}"/>`)],
  ["patterns", bomb(10, (n, inner) => `<pattern id="a${n}">${inner}</pattern>`, (n) => `<path fill="url(#a${n})"/>`)],
  ["styles", bomb(10, (n, inner) => `<mask id="a${n}">${inner}</mask>`, (n) => `<path style="mask:url('#a${n}')"/>`)],
  [
    "classes",
    "<style>" + Array.from({ length: 10 }, (_, n) => `/*}b{*/ g .c${n}, x { mask:url( "#a${n}" ) }`).join("")
    + `</style>` + bomb(10, (n, inner) => `<mask id="a${n}">${inner}</mask>`, (n) => `<path class="b c${n}"/>`)
  ],
  ["a circle", `<g id="a0"><use href="#a0"/></g>`],
  ["a circle by a style sheet", `<style>*{mask:url(#a)}</style><mask id="a"><path/></mask>`]
])("what comes to billions of elements is refused: %s", (_, content) => {
  const refused = sanitise(bytes(root(content)))
  assert.include(Result.isFailure(refused) ? refused.failure.message : "", "draws too much")
})

it("elements that are used often, or by what is used, are drawn", () => {
  const styles = "<style>.a,.b{clip-path:url(#clip)}.b{fill:url(#g)}</style>"
  const clip = "<clipPath id=\"clip\"><use href=\"#p\"></use></clipPath>"
  const shapes = "<path id=\"p\"></path>" + "<use class=\"a\" href=\"#p\"></use>".repeat(1000)
  assert.strictEqual(drawn(styles + clip + shapes), root(styles + clip + shapes))
  assert.include(drawn(bomb(4, group, (n) => `<use href="#a${n}"></use>`)), "a3")
})

it("text that is not UTF-8 is refused", () => {
  assert.isTrue(Result.isFailure(sanitise(Uint8Array.of(0xff, 0xfe, 0x3c))))
})

const names = ["script", "style", "svg", "g", "a", "use", "image", "foreignObject"]
const attributes = ["href", "xlink:href", "onload", "fill", "id"]
const values = [
  "javascript:x()",
  "url(//evil)",
  "url(#a)",
  "data:text/html,<b>",
  "@import 'x'",
  "\"",
  "'",
  "<",
  ">",
  "]]>"
]
const word = fc.constantFrom(...names, ...attributes, ...values)

const tree: fc.Memo<string> = fc.memo((depth) =>
  fc.tuple(word, word, word, depth > 1 ? fc.array(tree(depth - 1), { maxLength: 3 }) : fc.constant([]), word)
    .map(([name, attribute, value, children, text]) => {
      const safe = value.replaceAll("&", "&amp;").replaceAll("\"", "&quot;").replaceAll("<", "&lt;")
      return `<${name} ${attribute}="${safe}">${text.replaceAll("<", "&lt;")}${children.join("")}</${name}>`
    })
)

it("whatever comes in, what goes out runs and loads nothing, and stays the same", () =>
  fc.assert(
    fc.property(tree(4), (content) => {
      const once = sanitise(bytes(root(content, " xmlns:xlink=\"http://www.w3.org/1999/xlink\"")))
      if (Result.isFailure(once)) return
      const image = once.success
      assert.notMatch(
        image,
        /<(?:script|a|foreignObject|iframe)\b|\son\w+=|="javascript:|href="data:text|="[^"]*url\(\/\//i
      )
      assert.strictEqual(Result.getOrThrow(sanitise(bytes(image))), image)
    }),
    { numRuns: 500 }
  ))
