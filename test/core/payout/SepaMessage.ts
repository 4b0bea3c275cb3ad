import { SaxesParser } from "saxes"

interface ReadTransfer {
  readonly endToEndId: string
  readonly currency: string
  readonly amount: string
  readonly name: string
  readonly iban: string
  readonly remittance: string
}

/** The content of a pain.001 message, with its texts as written. */
export interface ReadMessage {
  readonly group: { readonly id: string; readonly count: string; readonly sum: string }
  readonly payment: {
    readonly id: string
    readonly count: string
    readonly sum: string
    readonly batch: string
    readonly debtor: string
    readonly bank: string
  }
  readonly transfers: ReadonlyArray<ReadTransfer>
}

const root = "Document/CstmrCdtTrfInitn"

/** Reads a message; a missing element reads as "". */
export const readMessage = (xml: string): ReadMessage => {
  const said = new Map<string, string>()
  const transfers: Array<ReadTransfer> = []
  const path: Array<string> = []
  const at = (place: string) => said.get(`${root}/${place}`) ?? ""
  const parser = new SaxesParser({ xmlns: false })
  parser.on("error", (error) => {
    throw error
  })
  parser.on("opentag", ({ attributes, name }) => {
    path.push(name)
    said.set(path.join("/"), "")
    if (attributes["Ccy"] !== undefined) said.set(`${path.join("/")}@Ccy`, attributes["Ccy"])
  })
  parser.on("text", (text) => said.set(path.join("/"), text))
  parser.on("closetag", ({ name }) => {
    path.pop()
    if (name !== "CdtTrfTxInf") return
    transfers.push({
      endToEndId: at("PmtInf/CdtTrfTxInf/PmtId/EndToEndId"),
      currency: at("PmtInf/CdtTrfTxInf/Amt/InstdAmt@Ccy"),
      amount: at("PmtInf/CdtTrfTxInf/Amt/InstdAmt"),
      name: at("PmtInf/CdtTrfTxInf/Cdtr/Nm"),
      iban: at("PmtInf/CdtTrfTxInf/CdtrAcct/Id/IBAN"),
      remittance: at("PmtInf/CdtTrfTxInf/RmtInf/Ustrd")
    })
  })
  parser.write(xml).close()
  return {
    group: { id: at("GrpHdr/MsgId"), count: at("GrpHdr/NbOfTxs"), sum: at("GrpHdr/CtrlSum") },
    payment: {
      id: at("PmtInf/PmtInfId"),
      count: at("PmtInf/NbOfTxs"),
      sum: at("PmtInf/CtrlSum"),
      batch: at("PmtInf/BtchBookg"),
      debtor: at("PmtInf/Dbtr/Nm"),
      bank: at("PmtInf/DbtrAgt/FinInstnId/Othr/Id")
    },
    transfers
  }
}
