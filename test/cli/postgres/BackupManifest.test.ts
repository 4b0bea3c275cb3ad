import { assert, it } from "@effect/vitest"
import { faultsOfFiles, type ListedFile, listedIn, manifestText } from "@wristbank/cli/postgres/BackupManifest"
import fc from "fast-check"

const digits = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 })

const listed = fc.array(fc.tuple(fc.string({ minLength: 1 }), fc.tuple(fc.nat(), digits)))
  .map((files): ReadonlyMap<string, ListedFile> =>
    new Map(files.map(([path, [bytes, sha256]]) => [path, { bytes, sha256 }]))
  )

const textOf = (files: ReadonlyMap<string, ListedFile>) =>
  manifestText({
    systemIdentifier: "7444444444444444444",
    files,
    log: { timeline: 1, from: "0/2000028", to: "0/2000120" }
  })

it("a manifest reads back, and one that was changed anywhere is noticed", () =>
  fc.assert(fc.property(listed, fc.nat(), (files, pick) => {
    const text = textOf(files)
    assert.deepStrictEqual(listedIn(text), files)
    const at = pick % text.length
    const other = text[at] === "x" ? "y" : "x"
    assert.isUndefined(listedIn(`${text.slice(0, at)}${other}${text.slice(at + 1)}`))
    assert.isUndefined(listedIn(text.slice(0, at)))
  })))

it("a backup is whole if it has each listed file as it was, and no other", () =>
  fc.assert(fc.property(listed, fc.string({ minLength: 1 }), fc.nat(), (files, path, pick) => {
    assert.deepStrictEqual(faultsOfFiles(files, files), [])
    const added = new Map([...files, [path, { bytes: 0, sha256: "" }]])
    assert.lengthOf(faultsOfFiles(files, added), 1)
    const [name, file] = [...files][pick % files.size] ?? []
    if (name === undefined || file === undefined) return
    const withOther = (other: ListedFile) => faultsOfFiles(files, new Map([...files, [name, other]]))
    assert.include(withOther({ ...file, bytes: file.bytes + 1 })[0], `${name} has ${file.bytes + 1} bytes`)
    assert.include(withOther({ ...file, sha256: "" })[0], `${name} is damaged`)
    const rest = new Map([...files].filter(([each]) => each !== name))
    assert.deepStrictEqual(faultsOfFiles(files, rest), [`${name} is missing`])
  })))
