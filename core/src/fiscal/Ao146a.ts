import { create } from "xmlbuilder2"

/** A till that is reported to the tax office (AO § 146a (4)), with the device it uses. Days are YYYY-MM-DD. */
export interface ReportedTill {
  readonly tillId: bigint
  readonly brand: string
  readonly model: string
  readonly softwareBrand: string
  /** Null if the date of purchase is unknown. */
  readonly purchasedOn: string | null
  readonly firstOrderOn: string
  /** The device in use, or the last one used if all tills are decommissioned; null for none. */
  readonly device: ReportedDevice | null
}

export interface ReportedDevice {
  readonly serial: string
  /** As the device reports it, such as BSI-K-TR-0393; the last four digits identify its certificate. */
  readonly description: string
  /** Null if it was not entered; certificates known to us have a year all the same. */
  readonly certificationYear: number | null
  readonly inUseSince: string
  /** 1 SD card, 2 USB stick, 3 cloud. */
  readonly formFactor: 1 | 2 | 3
}

/** The report, and the gaps that have to be completed by hand. */
export interface TillReport {
  readonly xml: string
  readonly tills: number
  readonly gaps: ReadonlyArray<string>
}

/** Years of certificates of the Federal Office for Information Security, by the last digits of their id. */
const certificationYears: ReadonlyMap<string, number> = new Map([["0362", 2019], ["0393", 2020], ["0415", 2021]])

/** The form of ELSTER; the element of the same name inside it holds the tills. */
const namespace = "http://finkonsens.de/elster/elsternachricht/aufzeichnung146a/v1"

export interface ReportTerms {
  /** Version of Wristbank. */
  readonly softwareVersion: string
  /** The day on which all tills are decommissioned; null if they stay in use. */
  readonly shutdown: string | null
}

/** Reports tills with their devices. A till without a device is left out and listed; unknown values stay empty. */
export const tillReport = (tills: ReadonlyArray<ReportedTill>, terms: ReportTerms): TillReport => {
  const reported = tills.flatMap((till) => till.device === null ? [] : [{ ...till, device: till.device }])
  const content = { AngabenAufzeichnungssystem: reported.map((till) => systemOf(till, terms)) }
  const xml = create({ encoding: "UTF-8", standalone: false }, {
    Aufzeichnung146a: { "@xmlns": namespace, "@version": "1", Aufzeichnung146a: content }
  }).end({ prettyPrint: true })
  return { xml: `${xml}\n`, tills: reported.length, gaps: tills.flatMap(gapsOf) }
}

/** The elements in the order of the form. */
const systemOf = (
  till: ReportedTill & { readonly device: ReportedDevice },
  { shutdown, softwareVersion }: ReportTerms
) => ({
  Art: "1",
  Software: till.softwareBrand,
  SoftwareVersion: softwareVersion,
  SeriennummerAS: String(till.tillId),
  Hersteller: till.brand,
  Modell: till.model,
  SeriennummerTSE: till.device.serial,
  InbetriebnahmeTSE: germanDay(till.device.inUseSince),
  BSIID: certificateOf(till.device),
  ArtTSE: String(till.device.formFactor),
  AnschaffungAS: germanDay(till.purchasedOn ?? till.firstOrderOn),
  InbetriebnahmeAS: germanDay(till.firstOrderOn),
  ...(shutdown === null ? {} : { AusserbetriebnahmeAS: germanDay(shutdown), GrundAusserbetriebnahme: "Archivierung" })
})

const germanDay = (day: string) => day.split("-").toReversed().join(".")

const certificateNumber = ({ description }: ReportedDevice) => /\d{4}$/.exec(description.trim())?.[0]

const yearOf = (device: ReportedDevice) =>
  device.certificationYear ?? certificationYears.get(certificateNumber(device) ?? "")

/** In the form 0393-2020; unknown parts are left out. */
const certificateOf = (device: ReportedDevice): string =>
  [certificateNumber(device), yearOf(device)].filter((part) => part !== undefined).join("-")

const gapsOf = ({ device, purchasedOn, tillId }: ReportedTill): ReadonlyArray<string> => {
  if (device === null) return [`Till ${tillId} has no signing device and is left out`]
  const certificate = certificateNumber(device)
  return [
    ...(purchasedOn === null ? [`Till ${tillId} has no day of purchase: the day of its first order stands there`] : []),
    ...(certificate === undefined ? [`Device ${device.serial} does not say which certificate it has`] : []),
    ...(certificate !== undefined && yearOf(device) === undefined
      ? [`Device ${device.serial} has no year of certification (certificate ${certificate})`]
      : [])
  ]
}
