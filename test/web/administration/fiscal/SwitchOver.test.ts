import { simulate } from "@wristbank/stand-ins/tse/Simulate"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, expect, test } from "vitest"
import { faultsOf } from "../../../support/DemoBooks.ts"
import { type DemoSite, demoSite } from "../../../support/DemoSite.ts"
import { hands, waysOf } from "../../../support/Hands.ts"
import { officeAt } from "../Office.ts"

let site: DemoSite
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  // Simulated devices are on this machine.
  site = await demoSite({ deviceNetworks: "127.0.0.0/8" })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** The address of another simulated device. */
const newDevice = async (seed: string): Promise<string> => {
  const { url } = await Effect.runPromise(Scope.provide(
    simulate({
      host: "127.0.0.1",
      port: 0,
      profile: "simulator",
      curve: "secp256r1",
      key: undefined,
      seed,
      delay: 0,
      state: undefined,
      controlPort: undefined,
      faults: []
    }),
    scope
  ))
  return url
}

const languages = [
  {
    locale: "en-GB",
    by: "mouse",
    leaving: "Simulated device",
    joining: "Spare",
    password: "Password",
    save: "Save signing device",
    create: "Add signing device",
    edit: "Edit",
    lost: "It is not connected now",
    signs: "signs",
    switchOver: "Switch over",
    outOfUse: "out of use"
  },
  {
    locale: "de-DE",
    by: "keyboard",
    leaving: "Spare",
    joining: "Ersatz",
    password: "Passwort",
    save: "TSE speichern",
    create: "TSE hinzufügen",
    edit: "Bearbeiten",
    lost: "Sie ist gerade nicht verbunden",
    signs: "signiert",
    switchOver: "Umstellen",
    outOfUse: "außer Betrieb"
  }
] as const

test.each(waysOf(0, languages))(
  "a device that fails is seen, and its tills are switched over to another ($locale, by $by alone)",
  async (say) => {
    const { choose, press, type } = hands[say.by]
    const visitor = await officeAt(site, { at: "fiscal/devices", locale: say.locale })
    await using _ = visitor
    const { page } = visitor
    await press(page.getByRole("link", { name: say.leaving }))
    // What the server records when it connects would count as another person's change of the form.
    const isSigning = () => page.locator(".facts .condition[data-kind=good]", { hasText: say.signs }).waitFor()
    await isSigning()
    await press(page.getByRole("link", { name: say.edit, exact: true }))
    // Nothing listens there.
    await type(page.locator("[name=ws_url]"), "ws://127.0.0.1:9")
    await press(page.getByRole("button", { name: say.password }))
    await type(page.locator("[name=password]"), "12345")
    await press(page.getByRole("button", { name: say.save }))
    await page.getByText(say.lost).waitFor()
    await visitor.follow("fiscal/devices/new")
    await type(page.locator("[name=name]"), say.joining)
    await type(page.locator("[name=ws_url]"), await newDevice(say.joining))
    await type(page.locator("[name=password]"), "12345")
    await press(page.getByRole("button", { name: say.create }))
    await isSigning()
    await visitor.follow("fiscal/devices")
    await press(page.getByRole("link", { name: say.leaving }))
    await press(page.getByRole("button", { name: say.switchOver }))
    const dialog = page.getByRole("dialog")
    await choose(dialog.getByRole("combobox"), say.joining)
    await press(dialog.getByRole("button", { name: say.leaving }))
    await page.locator(".facts .condition", { hasText: say.outOfUse }).waitFor()
    expect(await page.getByRole("button", { name: say.switchOver }).count()).toBe(0)
    visitor.expectQuiet()
    expect(await faultsOf(site)).toEqual([])
  }
)
