// Without schemas, as browsers load it too.
import { visible } from "../../base/VisibleText.ts"

/** A person as a line names them: `name [PIN] [chip number]`. */
export interface ListedPerson {
  readonly line: number
  readonly name: string
  /** The name with which they sign in, made of theirs. */
  readonly login: string
  /** The PIN of their wristband; undefined where the line has none. */
  readonly pin: string | undefined
  /** The number of its chip in hexadecimal, upper case and without leading zeros; undefined for a person without a wristband yet. */
  readonly chip: string | undefined
}

export type PersonFault = "noName" | "longName" | "sameChip" | "samePin"

interface FaultyPerson {
  readonly line: number
  readonly text: string
  readonly fault: PersonFault
  readonly other?: number
}

interface PeopleList {
  readonly people: ReadonlyArray<ListedPerson>
  readonly faults: ReadonlyArray<FaultyPerson>
}

const longestName = 255

/** A chip's number: 4 to 8 bytes, in which a digit tells it from a name. */
const chipIn = (word: string): string | undefined => {
  const digits = word.replaceAll(":", "").replace(/^0x/i, "")
  return /^(?=.*\d)[0-9a-f]{8,16}$/i.test(digits) ? digits.toUpperCase().replace(/^0+(?=.)/, "") : undefined
}

/** Letters that have no accent to be taken away. */
const spelled: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  ø: "o",
  đ: "d",
  ł: "l",
  æ: "ae",
  œ: "oe"
}

const loginOf = (name: string, taken: ReadonlySet<string>): string => {
  const spelt = name.toLowerCase().replaceAll(/[äöüßøđłæœ]/g, (letter) => spelled[letter]!)
  const plain = spelt.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll(/[^\p{L}\p{N}]+/gu, ".")
  const base = plain.replaceAll(/^\.+|\.+$/g, "").slice(0, 100) || "person"
  let login = base
  for (let n = 2; taken.has(login); n++) login = `${base}.${n}`
  return login
}

const personIn = (text: string) => {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "")
  const chip = words.length > 1 ? chipIn(words.at(-1)!) : undefined
  const others = chip === undefined ? words : words.slice(0, -1)
  // Without a chip, the number after a name would be no use.
  const pin = chip !== undefined && others.length > 1 && /^[\p{L}\p{N}-]*\d[\p{L}\p{N}-]*$/u.test(others.at(-1)!)
    ? others.at(-1)
    : undefined
  const name = (pin === undefined ? others : others.slice(0, -1)).join(" ").normalize("NFC")
  return { name, pin, chip }
}

/**
 * Reads names, a person a line, with the PIN and the chip number of their wristband behind the name if they have one. Logins differ from
 * each other and from those that are `taken`.
 */
export const peopleIn = (text: string, before: ReadonlyArray<ListedPerson> = []): PeopleList => {
  const people: Array<ListedPerson> = []
  const faults: Array<FaultyPerson> = []
  // The first administrator of an installation.
  const logins = new Set(["admin", ...before.map(({ login }) => login)])
  const twin = (is: (person: ListedPerson) => boolean) => [...before, ...people].find(is)
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const written = visible(raw.replaceAll("\t", " "))
    const line = index + 1
    if (written === "") continue
    const { chip, name, pin } = personIn(written)
    const sameChip = twin((one) => chip !== undefined && one.chip === chip)
    const samePin = twin((one) => pin !== undefined && one.pin?.toLowerCase() === pin.toLowerCase())
    const refuse = (fault: PersonFault, other?: ListedPerson) =>
      faults.push({ line, text: written, fault, ...(other === undefined ? {} : { other: other.line }) })
    if (!/[\p{L}\p{N}]/u.test(name)) refuse("noName")
    else if (name.length > longestName) refuse("longName")
    else if (sameChip !== undefined) refuse("sameChip", sameChip)
    else if (samePin !== undefined) refuse("samePin", samePin)
    else {
      const login = loginOf(name, logins)
      logins.add(login)
      people.push({ line, name, login, pin, chip })
    }
  }
  return { people, faults }
}
