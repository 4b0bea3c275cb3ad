import { jsonInteger } from "@wristbank/core/base/Id"
import type { CallExample } from "@wristbank/http/server/documents/ApiExamples"
import type { Described } from "../hostile/Requests.ts"
import type { Answered, ValidCall } from "./ValidCall.ts"

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const wholeUuid = new RegExp(`^${uuid.source}$`)
const moment = /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/g
const day = /\b20\d{2}-\d{2}-\d{2}\b/g
/** Signatures, keys, tokens and the like, but no names of the API. */
const opaque = /(?<![\w+/-])(?![a-z_]+(?![\w+/-]))[\w+/-]{32,}={0,2}/g
/** A moment in the time zone of the event, as reports show it. */
const shownMoment = /\b\d{2}\/\d{2}\/\d{4}, \d{2}:\d{2}:\d{2}(?: CES?T)?/g
/** PINs that the tests make up. */
const pin = /\b[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}\b(?!-)/g
/** Places in a history: microseconds since 1970 and numbers. */
const placeInHistory = /^\d{16}-\d+-\d+$/
const local = /\b(http|ws)s?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?/g
const address = /\b\d{1,3}(?:\.\d{1,3}){3}\b/g
/** Names that the calls of the tests count. */
const counted = /\b(Harbour|Guest|Cashier|Till) \d+\b/g

const secretField =
  /password|secret|api_key|affiliate_key|^key\d$|token$|^(?:registration|session)_uuid$|recovery_codes|^codes?$/
const isId = /^(?!item_id$)(?:.*_)?ids?$/
const isName = /(?:^|_)(?:name|login)$/
const isChip = /(?:^|_)uid$/
const isPin = /(?:^|_)pin$/

/** Devices take unencrypted connections alone. */
const device = "ws://192.0.2.1:10001"

/** Stands for a secret. */
const hidden = "********"

/** Longer texts, such as files, are cut. */
const longest = 200

/** What differs from run to run, by the number of its first appearance in an example. */
class Numbered {
  readonly #seen: Map<string, number>

  constructor(seen: Iterable<readonly [string, number]> = []) {
    this.#seen = new Map(seen)
  }

  /** Numbers on its own from here on. */
  copy(): Numbered {
    return new Numbered(this.#seen)
  }

  of(kind: string, value: unknown): number {
    const key = `${kind} ${String(value)}`
    const number = this.#seen.get(key) ?? [...this.#seen.keys()].filter((one) => one.startsWith(`${kind} `)).length + 1
    this.#seen.set(key, number)
    return number
  }
}

const uuidStart = "3f0c5b9e-0000-4000-8000-"

/** The least chip number in examples. */
const firstChip = 73_014_444_031

/** Brings requests and answers into a form that is the same in every run and shows no secret. */
class Normaliser {
  readonly #numbered: Numbered

  constructor(numbered = new Numbered()) {
    this.#numbered = numbered
  }

  #chip(value: unknown): number {
    return firstChip + this.#numbered.of("chip", value)
  }

  #pin(value: string): string {
    return `PIN${String(this.#numbered.of("pin", value)).padStart(5, "0")}`
  }

  #text(text: string): string {
    const plain = text
      .replaceAll(moment, "2026-07-18T20:15:00.000Z")
      .replaceAll(uuid, (found) => `${uuidStart}${String(this.#numbered.of("uuid", found)).padStart(12, "0")}`)
      .replaceAll(local, (_, scheme) => scheme === "ws" ? device : "https://festival.example")
      .replaceAll(address, "192.0.2.1")
      .replaceAll(shownMoment, "18/07/2026, 22:15:00")
      .replaceAll(pin, (found) => this.#pin(found))
      .replaceAll(counted, "$1")
      .replaceAll(day, "2026-07-18")
      .replaceAll(opaque, (found) => found.startsWith(uuidStart) ? found : "…")
      .replace(placeInHistory, "1784405700000000-0-1")
    return plain.length > longest ? `${plain.slice(0, 60)}…` : plain
  }

  /** The value of a field of the object that is the value of `parent`. */
  #named(name: string, value: unknown, parent: string): unknown {
    if (value === null) return null
    if (isId.test(name) && typeof value !== "object" && /^\d+$/.test(String(value))) {
      // Ids of objects of different kinds may be the same by chance.
      return this.#numbered.of(name === "id" ? `${parent} id` : name, value)
    }
    if (isChip.test(name)) return this.#chip(value)
    if (typeof value !== "string") return this.value(value, name)
    if (secretField.test(name)) return hidden
    if (name.endsWith("uid_hex")) return this.#chip(BigInt(`0x${value}`)).toString(16).toUpperCase()
    if (isPin.test(name)) return this.#pin(value)
    if (name === "version") return "1f3a9c"
    return isName.test(name) && wholeUuid.test(value)
      ? `Example ${this.#numbered.of("name", value)}`
      : this.value(value, name)
  }

  /** The value of a field, or a request or answer as a whole. */
  value(value: unknown, name = ""): unknown {
    if (typeof value === "string") return this.#text(value)
    if (Array.isArray(value)) {
      const list = name === "hours" && value.length > 0 ? [value.reduce(plus)] : value
      const shown = typeof list[0] === "object" ? [this.#fullest(list)] : isId.test(name) ? list.slice(0, 1) : list
      return shown.map((one) => this.#named(name, one, name))
    }
    if (typeof value !== "object" || value === null) return value
    const { entities, ids } = value as { readonly entities?: object; readonly ids?: ReadonlyArray<unknown> }
    if (entities !== undefined && ids !== undefined) return this.#normalisedList(entities)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#named(key, one, name)]))
  }

  /**
   * The entry of a list that says most; which one comes first may differ from run to run. Of several the one whose ids the example has
   * named already.
   */
  #fullest<A>(list: ReadonlyArray<A>): A {
    const shown = list.map((one) => ({
      one,
      text: JSON.stringify(new Normaliser(this.#numbered.copy()).value(one))
    }))
    return shown.reduce((a, b) =>
      b.text.length > a.text.length || (b.text.length === a.text.length && b.text < a.text) ? b : a
    ).one
  }

  /** A list as ids and objects by id. */
  #normalisedList(entities: object) {
    const all = Object.entries(entities).map(([key, entity]) => ({ key, entity }))
    if (all.length === 0) return { ids: [], entities: {} }
    const { entity, key } = this.#fullest(all)
    const isNumber = /^\d+$/.test(key)
    const id = isNumber ? this.#numbered.of("entities id", key) : key
    return { ids: [id], entities: { [id]: this.value(entity, "entities") } }
  }
}

/** Adds the numbers of two values; the rest is of the first. What was booked may lie in one hour of the day or in two. */
const plus = (one: unknown, other: unknown): unknown => {
  if (typeof one === "number" && typeof other === "number") return one + other
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one
  const more = other as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(one).map(([name, value]) => [name, plus(value, more[name])]))
}

/** A call and its answer as an example. */
export const exampleOf = (
  { parameters }: Pick<Described, "parameters">,
  { body, headers = {}, node, path = {}, query = {} }: ValidCall & { readonly node: number },
  answered: Answered
): CallExample => {
  const normaliser = new Normaliser()
  const given: Readonly<Record<string, unknown>> = { node_id: node, ...query, ...path, ...headers }
  const named = parameters.filter((parameter) => given[parameter.name] !== undefined)
  const sent = named.map((parameter) => [`${parameter.in}.${parameter.name}`, given[parameter.name]] as const)
  const values = sent.map(([place, value]) => {
    const field = normaliser.value({ [place.slice(place.indexOf(".") + 1)]: value }) as Readonly<
      Record<string, unknown>
    >
    return [place, Object.values(field)[0]] as const
  })
  const isJson = answered.type.startsWith("application/json")
  return {
    ...(values.length > 0 && { parameters: Object.fromEntries(values) }),
    ...(body !== undefined && { request: normaliser.value(JSON.parse(JSON.stringify(body, exact))) }),
    ...(isJson && { answer: normaliser.value(JSON.parse(answered.text)) })
  }
}

const exact = (_: string, value: unknown) => typeof value === "bigint" ? jsonInteger(value) : value
