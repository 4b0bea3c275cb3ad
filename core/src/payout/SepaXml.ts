import { DateTime } from "effect"
import { create, fragment } from "xmlbuilder2"
import * as Money from "../ledger/Money.ts"
import { nameLength, sepaText } from "../primitives/SepaText.ts"
import type { PayoutFile, SepaVersion } from "./PayoutFile.ts"
import type { SepaTransfer } from "./SepaTransfer.ts"

/** What one message says beside its transfers; its ids have 35 characters at most. */
export interface SepaMessage {
  readonly version: SepaVersion
  readonly messageId: string
  readonly paymentId: string
  readonly count: number
  /** In cents. */
  readonly sum: Money.Cents
}

/** Transfers as the XML of a message; the same in every version. */
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
 * The same text. One that was made of others with two bytes a character has two as well, though all of them are ASCII now, and
 * a bank file has tens of megabytes.
 */
const compact = (text: string): string => Buffer.from(text).toString()

/** The whole message, with one payment block for all transfers (as `transfersXml` made them, in one piece or in many). */
export const messageXml = (file: PayoutFile, message: SepaMessage, transfers: ReadonlyArray<string>): string => {
  const totals = { NbOfTxs: message.count, CtrlSum: Money.format(message.sum) }
  const debtorName = sepaText(file.debtor.name, nameLength)
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
      "!": mark
    }
  }
  const [head, tail] = create(
    { encoding: "UTF-8" },
    { Document: { "@xmlns": `urn:iso:std:iso:20022:tech:xsd:${message.version}`, CstmrCdtTrfInitn: content } }
  ).end({ prettyPrint: true }).split(`      <!--${mark}-->`)
  return `${head}${transfers.join("\n")}${tail}`
}

/** Banks find each other by account numbers; the debtor's own bank must be named nevertheless. */
const debtorBank = (bic: string | null, version: SepaVersion) => {
  if (bic === null) return { Othr: { Id: "NOTPROVIDED" } }
  return version === "pain.001.001.03" ? { BIC: bic } : { BICFI: bic }
}

/** Where the transfers belong. */
const mark = "transfers"

/** Stands in for each value of a transfer; no bank takes the character. */
const value = "{}"

/**
 * A transfer without its values, drawn once: a tree of nodes for each of 100,000 payments takes many times as long, and
 * nothing else is served meanwhile. The values need no escaping, as the characters that banks take have no meaning in XML.
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
