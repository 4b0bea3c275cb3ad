/**
 * Counts what happens again and again by a key until it is taken. It keeps no more keys than it may, as callers choose how
 * many there are: what comes with a new one beyond that is counted without saying what it was.
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

  /** What was counted since the last time, oldest first, each as it was the first time; `beyond` counts the rest. */
  take(): { readonly counted: ReadonlyArray<{ readonly first: A; readonly count: number }>; readonly beyond: number } {
    const taken = { counted: [...this.#counted.values()], beyond: this.#beyond }
    this.#counted = new Map()
    this.#beyond = 0
    return taken
  }
}
