import { setTimeout as pause } from "node:timers/promises"
import type { Body } from "./FestivalServer.ts"
import { toJson } from "./ServedApi.ts"

/** A call of a terminal: a booking with its uuid, or the cancelling of an order, which has no body. */
export interface BookingCall {
  readonly path: string
  readonly body: Body | null
  readonly token: string
}

/** An answer that says what became of the call. Both times are of the monotonic clock, in milliseconds. */
export interface Answered {
  readonly status: number
  readonly text: string
  /** When the sending that got this answer began. */
  readonly began: number
  readonly ended: number
}

/** A call that was written down before it was sent, as a terminal must. */
export interface Journaled extends BookingCall {
  /** How often it was sent. A sending without an answer may have been booked all the same. */
  sent: number
  /** When it was sent first, by the monotonic clock; undefined before. */
  began: number | undefined
  /** In the order in which they came. */
  readonly answers: Array<Answered>
}

/** A balance that a terminal was told, in major units, and when it asked and was told. */
export interface BalanceRead extends Pick<Answered, "began" | "ended"> {
  readonly uid: bigint
  readonly balance: number
}

/** All calls of the clients of a test, to be compared with what is stored. */
export class BookingJournal {
  readonly #patienceMillis: number

  /** @param patienceMillis after which a sending counts as unanswered */
  constructor(patienceMillis = 5_000) {
    this.#patienceMillis = patienceMillis
  }

  readonly entries: Array<Journaled> = []
  readonly reads: Array<BalanceRead> = []

  /** Writes a call down, before it is sent for the first time. */
  write(call: BookingCall): Journaled {
    const entry: Journaled = { ...call, sent: 0, began: undefined, answers: [] }
    this.entries.push(entry)
    return entry
  }

  /** The calls that were answered as booked. */
  get acknowledged(): ReadonlyArray<Journaled> {
    return this.entries.filter((entry) => bookedAnswer(entry) !== undefined)
  }

  /** The answers so far that say that something was booked, and when the last of them came. */
  bookings = 0
  lastBooked = 0
  /** How often the answer was 503, and how often such an answer did not say when to try again. */
  unavailable = 0
  withoutRetryAfter = 0
  /** How often a sending was not answered at all, and how long the slowest waited for its end. */
  silences = 0
  slowestMillis = 0

  /** A copy as of now, in which every call without an answer counts as sent. */
  now(): BookingJournal {
    const copy = new BookingJournal(this.#patienceMillis)
    for (const entry of this.entries) {
      copy.entries.push({ ...entry, sent: entry.sent + 1, answers: [...entry.answers] })
    }
    copy.reads.push(...this.reads)
    return copy
  }

  /** Returns once a number of more bookings were answered. */
  moreBooked(count: number): Promise<void> {
    return reached(() => this.bookings, this.bookings + count)
  }

  /** Returns once a number of more sendings were answered with 503. */
  moreUnavailable(count: number): Promise<void> {
    return reached(() => this.unavailable, this.unavailable + count)
  }

  /**
   * Sends a call once and writes its answer down. An answer 503, none in time and a broken connection say nothing about the
   * booking. Returns the answer if there is one.
   */
  async send(
    address: string,
    entry: Journaled,
    patienceMillis = this.#patienceMillis
  ): Promise<Answered | undefined> {
    entry.sent++
    const began = performance.now()
    entry.began ??= began
    try {
      const { retryAfter, status, text } = await exchange(address + entry.path, entry.token, patienceMillis, {
        method: "POST",
        ...(entry.body === null ? {} : { body: toJson(entry.body) })
      })
      if (isOfProxy(status)) {
        this.silences++
        return undefined
      }
      if (status === 503) {
        this.unavailable++
        if (!/^[1-9]\d*$/.test(retryAfter ?? "")) this.withoutRetryAfter++
        return undefined
      }
      const ended = performance.now()
      const answered = { status, text, began, ended }
      entry.answers.push(answered)
      if (status === 200) {
        this.bookings++
        this.lastBooked = ended
      }
      return answered
    } catch (error) {
      if (!isBroken(error)) throw error
      this.silences++
      return undefined
    } finally {
      this.slowestMillis = Math.max(this.slowestMillis, performance.now() - began)
    }
  }

  /** Reads a guest's balance; without an answer there is nothing to note. */
  async read(address: string, token: string, uid: bigint): Promise<void> {
    const began = performance.now()
    try {
      const { status, text } = await exchange(`${address}/customer/${uid}`, token, this.#patienceMillis, {
        method: "GET"
      })
      if (status === 503 || isOfProxy(status)) return
      if (status !== 200) throw new Error(`Balance of ${uid}: ${status} ${text}`)
      this.reads.push({ uid, balance: Number((JSON.parse(text) as Body).balance), began, ended: performance.now() })
    } catch (error) {
      if (!isBroken(error)) throw error
    }
  }

  /** Sends a call until it is answered, at most some 200 times, and waits long for each answer. */
  async insist(address: string, entry: Journaled): Promise<Answered | undefined> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const answered = await this.send(address, entry, 60_000)
      if (answered !== undefined) return answered
      await pause(50)
    }
    return undefined
  }
}

/** The first answer that says that the call was booked. */
export const bookedAnswer = ({ answers }: Journaled): Answered | undefined =>
  answers.find(({ status }) => status === 200)

/** Waits until a count is reached, as long as it grows. */
const reached = async (count: () => number, enough: number): Promise<void> => {
  let [known, turns] = [count(), 0]
  while (known < enough) {
    await pause(10)
    turns = count() === known ? turns + 1 : 0
    known = count()
    if (turns >= 12_000) throw new Error(`The servers give no more such answers: ${known} of ${enough}`)
  }
}

const exchange = async (url: string, token: string, timeoutMillis: number, call: RequestInit) => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
  const response = await fetch(url, { ...call, headers, signal: AbortSignal.timeout(timeoutMillis) })
  return { status: response.status, retryAfter: response.headers.get("retry-after"), text: await response.text() }
}

/** A proxy that could not reach a server, or had no answer of one in time: nothing is known of the booking. */
const isOfProxy = (status: number) => status === 502 || status === 504

/** Whether the connection was refused or broke, or the answer was cut off or never came. */
const isBroken = (error: unknown) =>
  error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError")
