/**
 * Remembers entries until they expire (milliseconds since 1970). The number of entries is limited, because anonymous
 * callers choose the keys: when it is full, the oldest entry is forgotten first.
 */
export class BoundedMemory<A> {
  readonly #entries = new Map<string, { readonly value: A; readonly until: number }>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: string, now: number): A | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.until > now) return entry.value
    this.#entries.delete(key)
    return undefined
  }

  note(key: string, value: A, until: number): void {
    this.#entries.delete(key)
    if (this.#entries.size >= this.#most) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
    this.#entries.set(key, { value, until })
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}
