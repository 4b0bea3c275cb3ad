import { DateTime } from "effect"
import { create, fragment } from "xmlbuilder2"
import * as Iban from "../base/Iban.ts"
import * as Money from "../base/Money.ts"
import { nameLength, sepaText } from "../base/SepaText.ts"
import type { PayoutFile, SepaVersion } from "./PayoutFile.ts"
import type { SepaTransfer } from "./SepaTransfer.ts"

/** One message without its transfers. Its ids have at most 35 characters. */
export interface SepaMessage {
  readonly version: SepaVersion
  readonly messageId: string
  readonly paymentId: string
  readonly count: number
  /** Sum of the transfers, in cents. */
  readonly sum: Money.Cents
}

/** Transfers as XML; the same in every version of the message. */
export const transfersXml = (transfers: ReadonlyArray<SepaTransfer>, currency: string): string =>
  compact(
    transfers.map(({ amount, creditorIban, creditorName, endToEndId, remittance }) =>
      String.raw(
        { raw: transferPieces },
        endToEndId,
        currency,
        Money.format(amount),
        creditorName,
        creditorIban,
        remittance
      )
    ).join("\n")
  )

/**
 * Copies a text into one byte a character. V8 keeps two bytes a character for a text that was built from such texts, even
 * if it is all ASCII now, and a bank file has tens of megabytes.
 */
const compact = (text: string): string => Buffer.from(text).toString()

/** The sender's name as banks in the sender's country write it. */
export const debtorNameOf = ({ debtor, spelling = "national" }: PayoutFile): string =>
  sepaText(debtor.name, nameLength, { country: Iban.countryOf(debtor.iban), spelling })

/** The whole message, with one payment block for all transfers. They are the results of `transfersXml`, one or many. */
export const messageXml = (file: PayoutFile, message: SepaMessage, transfers: ReadonlyArray<string>): string => {
  const totals = { NbOfTxs: message.count, CtrlSum: Money.format(message.sum) }
  const debtorName = debtorNameOf(file)
  const content = {
    GrpHdr: {
      MsgId: message.messageId,
      CreDtTm: DateTime.formatIso(file.createdAt).replace(/\.\d+Z$/, "Z"),
      ...totals,
      InitgPty: { Nm: debtorName }
    },
    PmtInf: {
      PmtInfId: message.paymentId,
      PmtMtd: "TRF",
      BtchBookg: message.count > 1,
      ...totals,
      PmtTpInf: { SvcLvl: { Cd: "SEPA" } },
      ReqdExctnDt: message.version === "pain.001.001.03" ? file.executionDate : { Dt: file.executionDate },
      Dbtr: { Nm: debtorName },
      DbtrAcct: { Id: { IBAN: file.debtor.iban } },
      DbtrAgt: { FinInstnId: debtorBank(file.debtor.bic, message.version) },
      ChrgBr: "SLEV",
      "!": transfersPlace
    }
  }
  const [head, tail] = create(
    { encoding: "UTF-8" },
    { Document: { "@xmlns": `urn:iso:std:iso:20022:tech:xsd:${message.version}`, CstmrCdtTrfInitn: content } }
  ).end({ prettyPrint: true }).split(`      <!--${transfersPlace}-->`)
  return `${head}${transfers.join("\n")}${tail}`
}

/** Names the debtor's own bank. The field is required, although banks find each other by IBAN. */
const debtorBank = (bic: string | null, version: SepaVersion) => {
  if (bic === null) return { Othr: { Id: "NOTPROVIDED" } }
  return version === "pain.001.001.03" ? { BIC: bic } : { BICFI: bic }
}

/** Marks the place of the transfers in the message. */
const transfersPlace = "transfers"

/** Placeholder for each value of a transfer; it contains characters that banks do not take. */
const value = "{}"

/**
 * A transfer without its values, rendered once. A tree of nodes for each of 100,000 payments takes many times as long, and
 * the process serves nothing else meanwhile. The values need no escaping, as the characters that banks take have no meaning
 * in XML.
 */
const transferPieces = fragment({
  CdtTrfTxInf: {
    PmtId: { EndToEndId: value },
    Amt: { InstdAmt: { "@Ccy": value, "#": value } },
    Cdtr: { Nm: value },
    CdtrAcct: { Id: { IBAN: value } },
    RmtInf: { Ustrd: value }
  }
}).toString({ prettyPrint: true, offset: 3 }).split(value)
