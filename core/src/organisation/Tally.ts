/**
 * Counts repeated events by key until they are taken. The number of keys is limited, because callers choose them:
 * events with further keys are only counted as a total.
 */
export class Tally<A> {
  #counted = new Map<string, { readonly first: A; count: number }>()
  #beyond = 0
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  note(key: string, what: A): void {
    const counted = this.#counted.get(key)
    if (counted !== undefined) counted.count++
    else if (this.#counted.size < this.#most) this.#counted.set(key, { first: what, count: 1 })
    else this.#beyond++
  }

  /**
   * Returns the counts since the last call, oldest first, each with its first event; `beyond` is the number of all
   * others. Resets the counts.
   */
  take(): { readonly counted: ReadonlyArray<{ readonly first: A; readonly count: number }>; readonly beyond: number } {
    const taken = { counted: [...this.#counted.values()], beyond: this.#beyond }
    this.#counted = new Map()
    this.#beyond = 0
    return taken
  }
}
