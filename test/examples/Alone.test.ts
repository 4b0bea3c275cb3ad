import { assert, it } from "@effect/vitest"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { receipts } from "../core/tse/receipts.ts"
import { runExample } from "./runExample.ts"

it("a bank file is made of a list, and nothing of a list with a fault", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wristbank-example-"))
  try {
    const list = join(folder, "refunds.csv")
    const payer = ["Harbour Festival e.V.", "DE89370400440532013000"]
    const rows = ["name,iban,amount,text", "Ada Lovelace,DE02120300000000202051,12.50,Refund 1"]
    await writeFile(list, [...rows, "Grace Hopper,DE02500105170137075030,7,Refund 2"].join("\n"))
    const written = await runExample("sepa-from-a-list.ts", [list, ...payer])
    assert.strictEqual(written.code, 0, written.stderr)
    assert.include(written.stdout, "<CtrlSum>19.50</CtrlSum>")
    assert.include(written.stdout, "<IBAN>DE02500105170137075030</IBAN>")

    await writeFile(list, [...rows, "Grace Hopper,DE02500105170137075031,7,Refund 2"].join("\n"))
    assert.deepInclude(await runExample("sepa-from-a-list.ts", [list, ...payer]), { code: 1, stdout: "" })
    await writeFile(list, [...rows, "Grace Hopper,DE02500105170137075030,seven,Refund 2"].join("\n"))
    assert.deepInclude(await runExample("sepa-from-a-list.ts", [list, ...payer]), {
      code: 1,
      stdout: "",
      stderr: "Row 2: \"seven\" is no amount above 0, such as 12.50\n"
    })
  } finally {
    await rm(folder, { recursive: true })
  }
})

it("a sale is decided without a database", async () => {
  const decided = await runExample("decide-a-sale.ts", ["20.00", "3"])
  assert.strictEqual(decided.code, 0, decided.stderr)
  assert.strictEqual(decided.stdout, "Beer for 13.50, 6.50 is left\n13.50 from the guest to Sale Exit\n")
})

it("plain TypeScript verifies a receipt and writes a bank file, and gets refusals as exceptions", async () => {
  const code = receipts[0]?.text ?? ""
  const plain = (...args: ReadonlyArray<string>) => runExample("plain-typescript.ts", args)
  const done = await plain(code, "Nora Example", "DE89370400440532013000", "12.50")
  assert.strictEqual(done.code, 0, done.stderr)
  assert.match(done.stdout, /: valid\n<\?xml [^]*<InstdAmt Ccy="EUR">12\.50<\/InstdAmt>/)
  for (
    const args of [["hello", "Nora Example", "DE89370400440532013000", "12.50"], [code, "Nora", "DE00", "12.50"], [
      code,
      "Nora"
    ]]
  ) {
    const refused = await plain(...args)
    assert.strictEqual(refused.code, 1, refused.stdout)
    assert.match(refused.stderr, /^[A-Z"].+\n$/)
  }
})

it("the code of a receipt is verified, and a changed one is not", async () => {
  const code = receipts[0]?.text ?? ""
  const verified = await runExample("verify-a-receipt.ts", [code])
  assert.strictEqual(verified.code, 0, verified.stderr)
  assert.include(verified.stdout, "the signature is valid")
  const changed = await runExample("verify-a-receipt.ts", [code.replace("4.05", "9.05")])
  assert.strictEqual(changed.code, 1)
  assert.include(changed.stderr, "The signature is invalid")
})
