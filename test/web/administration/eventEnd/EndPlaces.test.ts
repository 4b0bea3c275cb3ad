import { EndStepName } from "@wristbank/core/overview/EventEnd"
import { expect, test } from "vitest"
import { endPlaces, endState, type Step } from "../../../../web/administration/eventEnd/endPlaces.ts"
import { tasks } from "../../../../web/administration/Tasks.ts"

test("each step after an event leads to a screen that there is", () => {
  const addresses = tasks.flatMap(({ name, screens }) => screens.map(({ path }) => `/${name}/${path}`))
  expect(Object.keys(endPlaces).toSorted()).toEqual(EndStepName.literals.toSorted())
  expect(Object.values(endPlaces).filter((place) => !addresses.includes(place))).toEqual([])
})

test("the event can be archived when nothing but the archiving is open, and advice does not hinder it", () => {
  const step = (name: Step["step"], state: Step["state"]): Step => ({ step: name, state, count: 1, amount: null })
  const archive = step("archive", "open")
  expect(endState([step("registers", "open"), step("mail", "advised"), archive])).toMatchObject({
    open: 1,
    isArchived: false
  })
  const ready = endState([step("registers", "done"), step("mail", "advised"), archive])
  expect([ready.open, ready.left.length, ready.done.length]).toEqual([0, 2, 1])
  expect(endState([step("archive", "done")])).toMatchObject({ open: 0, isArchived: true })
})
