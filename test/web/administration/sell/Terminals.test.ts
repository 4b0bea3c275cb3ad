import { registrationLink } from "@wristbank/core/till/RegistrationText"
import { expect, test } from "vitest"
import { stateOf } from "../../../../web/administration/sell/tills/Fleet.ts"
import { appTextOf } from "../../../../web/administration/sell/tills/RegistrationCode.ts"
import { readCode } from "../../../../web/till/registration/RegistrationCode.ts"

const code = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"

test("a terminal is silent once it missed four of its questions", () => {
  const seen = "2026-07-03T20:00:00.000Z"
  const state = (session_uuid: string | null, seconds: number) =>
    stateOf({ session_uuid, last_seen: seen }, Date.parse(seen) + seconds * 1000)
  expect([state(null, 5), state(code, 5), state(code, 119), state(code, 121)])
    .toEqual(["unregistered", "online", "online", "silent"])
})

test("the till reads the code of both kinds of sheets", () => {
  expect(registrationLink("https://festival.example/till", code)).toBe(`https://festival.example/till/#code=${code}`)
  expect(registrationLink("https://till.example/", code)).toBe(`https://till.example/#code=${code}`)
  expect(readCode(registrationLink("https://festival.example/till/", code))).toBe(code)
  const text = appTextOf("https://festival.example/api/terminal", code)
  expect(readCode(text)).toBe(code)
  expect(JSON.parse(atob(text))).toEqual({
    core_url: "https://festival.example/api/terminal",
    registration_uuid: code
  })
})
