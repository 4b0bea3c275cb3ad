import type { ProblemList } from "./PackageProblem.ts"

const file = "transactions_tse.csv"

/** Largest number of gaps reported for each device. */
const gapsListed = 20

const partsNote =
  "TSE_TANR that are missing may be those of closings that were open when this was exported, or in another " +
  "export: end the closings (fiscal end-closings) and export again, or check each part with --partial"

/** The numbers of the transactions of one device, as an export has them. */
class DeviceNumbers {
  private readonly numbers: Array<number> = []
  private readonly counters: Array<number> = []

  /** Adds a finished transaction, or one whose number is explained. */
  add(number: string, counter: string): void {
    if (number !== "") this.numbers.push(Number(number))
    if (counter !== "") this.counters.push(Number(counter))
  }

  /** Transaction numbers and counters that occur twice, and ranges of missing numbers. */
  faults(): { readonly twice: ReadonlyArray<string>; readonly gaps: ReadonlyArray<string> } {
    const twice: Array<string> = []
    const gaps: Array<string> = []
    for (const [name, values] of [["TSE_TANR", this.numbers], ["TSE_TA_SIGZ", this.counters]] as const) {
      const sorted = Float64Array.from(values).toSorted()
      for (let i = 1; i < sorted.length; i++) {
        const [before, value] = [sorted[i - 1]!, sorted[i]!]
        if (value === before) twice.push(`${name} ${value} stands there twice`)
        else if (name === "TSE_TANR" && value > before + 1) gaps.push(rangeText(before + 1, value - 1))
      }
    }
    return { twice, gaps }
  }
}

const rangeText = (from: number, to: number) => from === to ? `${from}` : `${from} to ${to}`

/**
 * Checks transaction numbers by device. A device counts without gaps: a missing number belongs to a receipt that was
 * left out, or to an aborted transaction, which a receipt must then mention.
 */
export class CounterCheck {
  private readonly devices = new Map<string, DeviceNumbers>()

  /** Adds a transaction of the device with the serial number; unknown values are empty. */
  add(serial: string, number: string, counter: string): void {
    const device = this.devices.get(serial) ?? new DeviceNumbers()
    this.devices.set(serial, device)
    device.add(number, counter)
  }

  /** Reports missing numbers and duplicates; for an export in parts, missing numbers are only notes. */
  end(problems: ProblemList, notes: Array<string>, inParts: boolean): void {
    let gapCount = 0
    for (const [serial, device] of this.devices) {
      const { gaps, twice } = device.faults()
      gapCount += gaps.length
      const of = `of device ${serial.slice(0, 12)}…`
      for (const fault of twice) problems.report(file, null, `${fault} ${of}`)
      const stated = gaps.length > gapsListed
        ? [...gaps.slice(0, gapsListed), `${gaps.length - gapsListed} more ranges`]
        : gaps
      for (const gap of stated) {
        if (inParts) notes.push(`TSE_TANR ${gap} ${of} must be in another export`)
        else problems.report(file, null, `TSE_TANR ${gap} ${of} is missing, and no receipt explains it`)
      }
    }
    if (gapCount > 0 && !inParts) notes.push(partsNote)
  }
}
