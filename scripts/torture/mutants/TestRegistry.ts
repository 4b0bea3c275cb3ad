// Takes the place of vitest when tests of decisions run once for each mutant in one process, without its reporting.
import { TestRunner as VitestRunner } from "vitest"

// oxlint-disable-next-line oxc/no-barrel-file -- Tests import all of vitest from here.
export * from "vitest"
export const TestRunner = VitestRunner

type Context = { readonly signal: AbortSignal; readonly onTestFinished: (hook: () => unknown) => void }
type Body = (...args: ReadonlyArray<unknown>) => unknown

/** A test, by the names of the groups around it and its own. */
export interface RegisteredTest {
  readonly name: string
  readonly run: () => Promise<void>
}

let registered: Array<RegisteredTest> = []
const groups: Array<string> = []

/** The tests that were registered since the last call. */
export const takeRegistered = (): ReadonlyArray<RegisteredTest> => {
  const taken = registered
  registered = []
  return taken
}

const context = (): Context & { readonly hooks: Array<() => unknown> } => {
  const hooks: Array<() => unknown> = []
  return { signal: new AbortController().signal, onTestFinished: (hook) => hooks.push(hook), hooks }
}

const bodyOf = (args: ReadonlyArray<unknown>): Body => {
  const body = args.find((arg): arg is Body => typeof arg === "function")
  if (body === undefined) throw new Error("A test without a function")
  return body
}

/** The arguments that each case of a table gives to a test; `asOne` for `it.for`, which passes a list as it is. */
const spread = (row: unknown, asOne: boolean): ReadonlyArray<unknown> => Array.isArray(row) && !asOne ? row : [row]

const register = (name: string, body: Body, given: ReadonlyArray<unknown>) =>
  registered.push({
    name: [...groups, name].join(" > "),
    run: async () => {
      const { hooks, ...rest } = context()
      await body(...given, rest)
      for (const hook of hooks) await hook()
    }
  })

const test = (name: string, ...args: ReadonlyArray<unknown>): void => {
  register(name, bodyOf(args), [])
}

const tabled =
  (asOne: boolean) => (rows: ReadonlyArray<unknown>) => (name: string, ...args: ReadonlyArray<unknown>) => {
    for (const [n, row] of rows.entries()) register(`${name} #${n}`, bodyOf(args), spread(row, asOne))
  }

const tables = { each: tabled(false), for: tabled(true) }

const runnable = Object.assign(test, tables)

/** Takes tests and runs none of them. */
const skipped = Object.assign((): void => {}, { each: () => () => {}, for: () => () => {} })

export const it = Object.assign(
  (name: string, ...args: ReadonlyArray<unknown>): void => test(name, ...args),
  tables,
  {
    runIf: (condition: unknown) => condition ? runnable : skipped,
    skipIf: (condition: unknown) => condition ? skipped : runnable,
    skip: skipped,
    only: runnable,
    fails: skipped
  }
)

const group = (name: string, ...args: ReadonlyArray<unknown>): void => grouped(name, bodyOf(args), [])

const grouped = (name: string, body: Body, given: ReadonlyArray<unknown>) => {
  groups.push(name)
  body(...given)
  groups.pop()
}

export const describe = Object.assign(group, {
  each: (rows: ReadonlyArray<unknown>) => (name: string, ...args: ReadonlyArray<unknown>) => {
    for (const [n, row] of rows.entries()) grouped(`${name} #${n}`, bodyOf(args), spread(row, false))
  }
})

const refused = (): never => {
  throw new Error("Tests of decisions that mutants are tested with have no hooks")
}

export const beforeAll = refused
export const beforeEach = refused
export const afterAll = refused
export const afterEach = refused
