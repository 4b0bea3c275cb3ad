import { assert, it } from "@effect/vitest"
import { parse, print } from "@wristbank/core/eventfile/EventFileText"
import { documentIn } from "@wristbank/core/eventfile/YamlDocument"
import { Result } from "effect"
import { LineCounter } from "yaml"

const problemsOf = (text: string) =>
  Result.match(parse("f.yaml", text), {
    onSuccess: () => [],
    onFailure: ({ message }) => message.split("\n")
  })

const festival = `
event:
  name: Festival
nodes:
  - path: Stage
    fee: 0.1
tax_rates:
  - name: VAT
    rate: 0.19
products:
  - { name: Beer, price: 4.50, tax_rate: VAT, is_locked: true }
  - name: "true"
    at: Stage
    fixed_price: false
    tax_rate: none
translation: &texts
  none: at all
`

it("problems have the line and the column of the field, and all are shown at once", () => {
  const text = festival.replace("translation: &texts\n  none: at all\n", "") +
    "  - name: Water\n    prise: 3\n    price: 2.505\n    tax_rate: VAT\ntills:\n  - at: Stage\n    profile: Bar\n"
  assert.deepStrictEqual(problemsOf(text), [
    "f.yaml:17:5: products.2.prise: Expected no excess property",
    "f.yaml:18:5: products.2.price: Expected an amount with at most two decimals",
    "f.yaml:21:5: tills.0.name: Missing key"
  ])
  assert.deepStrictEqual(problemsOf(festival), ["f.yaml:16:1: translation: Expected no excess property"])
  assert.deepStrictEqual(problemsOf("event:\n  name: F\ntills:\n  - name: A\n    profile: Bar\ntill_profiles: []\n"), [
    "f.yaml:5:5: tills.0.profile: till A: there is no profile Bar here"
  ])
  // No one has a right without a role, so a plan would make this entry again each time.
  assert.deepStrictEqual(problemsOf("event: {name: F}\nrole_assignments:\n  - {login: lena, roles: []}"), [
    "f.yaml:3:19: role_assignments.0.roles: Expected at least one name"
  ])
  assert.deepStrictEqual(problemsOf("[]"), ["f.yaml:1:1: Expected object"])
  assert.deepStrictEqual(problemsOf("event: {name: F}\nevent: {name: G}"), ["f.yaml:2:1: This field is there twice"])
})

it("a secret in clear is refused without showing it", () => {
  const [problem, ...others] = problemsOf(
    "event: {name: F}\nusers:\n  - {login: lena, display_name: L, password: hunter2}"
  )
  assert.deepStrictEqual(others, [])
  assert.match(problem!, /^f\.yaml:3:36: users\.0\.password: Expected a reference to an environment variable/)
  assert.notInclude(problem!, "hunter2")
})

it("what is written reads back as it was, without the fields that have their default", () => {
  const { contents } = Result.getOrThrow(parse("f.yaml", festival.replace("translation: &texts\n  none: at all\n", "")))
  const text = print(contents)
  assert.deepStrictEqual(Result.getOrThrow(parse("g.yaml", text)).contents, contents)
  assert.include(text, "  - name: Beer\n    price: 4.5\n    is_locked: true\n    tax_rate: VAT\n")
  assert.include(text, "  - name: \"true\"\n    at: Stage\n    fixed_price: false\n")
  assert.match(text, /^# yaml-language-server: \$schema=event\.schema\.json$/m)
})

it("an export that was cut off anywhere is refused, and one whose line ends were changed is not", () => {
  const { contents } = Result.getOrThrow(parse("f.yaml", festival.replace("translation: &texts\n  none: at all\n", "")))
  const text = print(contents)
  for (let length = 0; length < text.length - 1; length++) {
    assert.isTrue(Result.isFailure(parse("g.yaml", text.slice(0, length))), text.slice(0, length).slice(-60))
  }
  const cut = problemsOf(text.slice(0, text.lastIndexOf("\n  - ")))
  assert.lengthOf(cut, 1)
  assert.match(cut[0]!, /^f\.yaml:\d+:1: The file ends early/)
  const whole = [text, text.trimEnd(), text.replaceAll("\n", "\r\n"), `${text}\n\n`, `${text}# more\n`]
  for (const each of whole) assert.deepStrictEqual(problemsOf(each), [])
  // Written by hand.
  assert.deepStrictEqual(problemsOf("event: {name: F}"), [])
})

it("a file with tens of thousands of fields or names is read in seconds", () => {
  const numbers = Array.from({ length: 20_000 }, (_, n) => n)
  const fields = numbers.map((n) => `k${n}: 1`).join("\n")
  assert.lengthOf(problemsOf(fields), 201)
  const buttons = numbers.map((n) => `  - {name: B${n}}`).join("\n")
  const layout = `  - {name: L, buttons: [${numbers.map((n) => `B${n}`).join(", ")}]}`
  assert.deepStrictEqual(problemsOf(`event: {name: F}\ntill_buttons:\n${buttons}\ntill_layouts:\n${layout}\n`), [])
}, 60_000)

it("a file that grows without end when it is read is refused", () => {
  const lists = ["a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
  for (const [name, of] of [["b", "a"], ["c", "b"], ["d", "c"], ["e", "d"]]) {
    lists.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${of}`).join(", ")}]`)
  }
  assert.match(problemsOf(lists.join("\n")).join(), /Excessive alias count/)
})

const deep = "Lists or objects lie too deep in each other here: is a bracket never closed?"

/** How much of a text is parsed, as one of a number of parts. */
const parsed = (text: string) => documentIn(text, new LineCounter(), "en").lexemes

it("brackets and lists that are never closed are refused where they lie too deep, and reading ends there", () => {
  for (const unit of ["[", "{"]) {
    assert.deepStrictEqual(problemsOf(unit.repeat(100_000)), [`f.yaml:1:250: ${deep}`])
    assert.isBelow(parsed(unit.repeat(100_000)), 300)
  }
  assert.deepStrictEqual(problemsOf("- ".repeat(100_000)), [`f.yaml:1:499: ${deep}`])
  assert.deepStrictEqual(problemsOf("event:\n  name: F\n  at: " + "[".repeat(300)), [`f.yaml:3:254: ${deep}`])
  const [{ message } = { message: "" }] = Result.match(parse("f.yaml", "[".repeat(300), { language: "de" }), {
    onSuccess: () => [],
    onFailure: ({ problems }) => problems
  })
  assert.strictEqual(message, "Listen oder Objekte liegen hier zu tief ineinander: Ist eine Klammer nie geschlossen?")
})

it("reading ends some time after brackets that are never closed, and shows the first problems", () => {
  for (const text of ["a: [\n".repeat(50_000), `event: {${"a: [1],\n".repeat(50_000)}`]) {
    assert.lengthOf(problemsOf(text), 201)
    assert.isBelow(parsed(text), 25_000)
  }
})

it("a field has a text for its name", () => {
  assert.deepStrictEqual(problemsOf("event: {name: F}\n[a, b]: 1\n? {c: d}\n: 2\n"), [
    "f.yaml:2:1: The name of a field is a text",
    "f.yaml:3:3: The name of a field is a text"
  ])
  assert.lengthOf(problemsOf(`${"{".repeat(240)}a${"}: 1".repeat(239)}}`), 201)
})
