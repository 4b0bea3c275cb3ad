import { Privilege } from "@wristbank/core/organisation/Privilege"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { administrator } from "../../support/administration.ts"
import { DatabaseProxy } from "../../support/DatabaseProxy.ts"
import { Festival } from "../../support/Festival.ts"
import { takeCards } from "../../support/FestivalCards.ts"
import { worker } from "../../support/FestivalPeople.ts"
import { type Answer, type Body, type Call, caller, created, done } from "../../support/FestivalServer.ts"
import { FestivalTickets, type Wristband } from "../../support/FestivalTickets.ts"
import { type Colleague, type FestivalTill, login } from "../../support/FestivalTill.ts"
import { integersFrom } from "../../support/seeded.ts"
import { startServer } from "../../support/Servers.ts"

/** A guest with a wristband and an account. */
export interface Visitor {
  readonly accountId: number
  /** The wristband in use; a new one after each switch. */
  band: Wristband
}

/** A call and its answer. */
export interface Sent {
  /** The till of the call; null in the office. */
  readonly till: FestivalTill | null
  readonly path: string
  readonly body: Body
  readonly answer: Answer
}

const tillCount = 4

/** A crowded festival on two servers: few tags, tills, registers and uuids, all used at the same time. */
export const openRush = Effect.fnUntraced(function*(seed: number) {
  const { address, event, office: setUp, products, tills } = yield* Festival
  const { entrance, open, presale } = yield* FestivalTickets
  yield* takeCards
  const addresses = [address, yield* startServer((yield* DatabaseProxy).url)] as const
  const integer = integersFrom(seed)
  const random = () => integer() / 2 ** 32
  const pick = <A>(from: ReadonlyArray<A>): A => from[Math.floor(random() * from.length)]!
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))

  const people = yield* Effect.forEach(Array.from({ length: tillCount + 2 }), () => worker(Privilege.literals))
  const bars = yield* Effect.forEach(Array.from({ length: tillCount - 1 }), () => tills.open())
  const tillsOpen: ReadonlyArray<FestivalTill> = [...bars, yield* open()]
  const registers: Array<number> = []
  for (const [n, till] of tillsOpen.entries()) {
    done(yield* till.post("/user/login", login(people[n]!)))
    registers.push(Number((yield* tills.stockUp(till.post, people[n]!, 200)).id))
  }

  const credentials = { username: administrator.login, password: administrator.password, node_id: null }
  const { body } = done(yield* caller(`${address}/administration`, null)("POST", "/auth/login", credentials))
  const token = String((body.success as Body).token)
  const offices = addresses.map((at): Call => (method, path, content) =>
    caller(`${at}/administration`, token)(method, `${path}?node_id=${event}`, content)
  )

  const stocking = yield* created(
    setUp("POST", "/till-register-stockings", { name: randomUUID(), variable_in_euro: 50 })
  )

  const log: Array<Sent> = []
  const noted = (asked: Omit<Sent, "answer">, call: Effect.Effect<Answer>) =>
    Effect.map(call, (answer) => {
      log.push({ ...asked, answer })
      return answer
    })

  /** A call at a till, through either server. */
  const post = (till: FestivalTill, path: string, content: Body = {}) =>
    noted({ till, path, body: content }, caller(`${pick(addresses)}/terminal`, till.token)("POST", path, content))

  /** A call of the office, through either server. */
  const office = (method: "POST" | "DELETE", path: string, content: Body = {}) =>
    noted(
      { till: null, path: `${method} ${path}`, body: content },
      pick(offices)(method, path, method === "DELETE" ? undefined : content)
    )

  return {
    between,
    entrance,
    event,
    log,
    office,
    people: people as ReadonlyArray<Colleague>,
    pick,
    post,
    presale,
    product: products.beer,
    random,
    registers,
    stocking,
    tag: tills.tag,
    tills: tillsOpen
  }
})
export type Rush = Effect.Success<ReturnType<typeof openRush>>
