import { absent, access, type FakeAnswer } from "./FakeAnswer.ts"
import { FakeShop, type ShopCall } from "./FakeShop.ts"

/** A request that the fake received. */
export type Asked =
  | {
    readonly call: "transaction"
    readonly orderUuid: string
    readonly merchantCode: string
    readonly token: string | null
  }
  | {
    readonly call: "token"
    readonly clientId: string
    readonly clientSecret: string
    readonly refreshToken: string
  }
  /** About a checkout, by its reference or id, or about the history. */
  | { readonly call: ShopCall; readonly key: string; readonly token: string | null }

/** Seconds of access by default. */
const usualExpiry = 3600

/**
 * The configured answers of the fake, and the calls it received. Answers are used up in their order; the last one stays.
 */
export class FakeBook {
  /** Payments on the web, and all movements of money. */
  readonly shop = new FakeShop()
  private orders = new Map<string, Array<FakeAnswer>>()
  private others: Array<FakeAnswer> = [absent]
  private tokens: Array<FakeAnswer> = [access(usualExpiry)]
  private list: Array<Asked> = []
  private issued = 0
  private rotatedToken: string | null = null

  /** In the order of their arrival. */
  get asked(): ReadonlyArray<Asked> {
    return this.list
  }

  /** The only valid refresh token; null while any is accepted. */
  get validRefreshToken(): string | null {
    return this.rotatedToken
  }

  /** The number of requests for the payment of an order. */
  askedFor(orderUuid: string): number {
    return this.list.filter((asked) => asked.call === "transaction" && asked.orderUuid === orderUuid).length
  }

  /** Bearer tokens received, each once. */
  get seenTokens(): ReadonlyArray<string> {
    const tokens = this.list.flatMap((asked) => asked.call !== "token" && asked.token !== null ? [asked.token] : [])
    return [...new Set(tokens)]
  }

  /** Sets the answers to requests about one order. */
  answer(orderUuid: string, ...answers: ReadonlyArray<FakeAnswer>): void {
    this.orders.set(orderUuid, [...answers])
  }

  /** Sets the answers to requests about all other orders. By default they have no payments. */
  answerOthers(...answers: ReadonlyArray<FakeAnswer>): void {
    this.others = [...answers]
  }

  /** Sets the answers to requests for access. By default it lasts an hour. */
  answerTokens(...answers: ReadonlyArray<FakeAnswer>): void {
    this.tokens = [...answers]
  }

  /** Resets everything. */
  reset(): void {
    this.orders = new Map()
    this.others = [absent]
    this.tokens = [access(usualExpiry)]
    this.list = []
    this.rotatedToken = null
    this.shop.reset()
  }

  /** The number of calls of a kind, optionally about one checkout or movement. */
  calls(call: ShopCall, key?: string): number {
    return this.list.filter((asked) => asked.call === call && (key === undefined || asked.key === key)).length
  }

  /** Notes a request that the shop answers. */
  note(asked: Extract<Asked, { readonly call: ShopCall }>): void {
    this.list.push(asked)
  }

  /** Notes a request and returns its answer. */
  ask(asked: Exclude<Asked, { readonly call: ShopCall }>): FakeAnswer {
    this.list.push(asked)
    if (asked.call === "token") return next(this.tokens)
    return next(this.orders.get(asked.orderUuid) ?? this.others)
  }

  /** A number for the next access token. */
  issue(): number {
    return ++this.issued
  }

  /** Makes a new refresh token, the only valid one from now on. */
  rotate(): string {
    this.rotatedToken = `refresh-${++this.issued}`
    return this.rotatedToken
  }
}

const next = (answers: Array<FakeAnswer>): FakeAnswer => (answers.length > 1 ? answers.shift() : answers[0]) ?? absent
