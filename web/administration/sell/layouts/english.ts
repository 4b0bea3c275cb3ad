export const english = {
  layouts: "Layouts",
  name: "Name",
  description: "Description",
  descriptionHint: "For your own people; empty if none.",
  buttons: "Buttons",
  tickets: "Tickets",
  page: (label: string, count: number) => `${label} on the till: ${count}`,
  noLayouts: "No layouts yet. A layout says which buttons and tickets a till shows, and where.",
  newLayout: "New layout",
  createLayout: "Create layout",
  saveLayout: "Save layout",
  copyOf: (name: string) => `A copy of ${name}. It needs a name of its own; the original stays as it is.`,
  copy: "Copy",
  deleteLayout: (name: string) => `Delete ${name}`,
  deleteLayoutHint: "Its buttons and tickets stay. A layout that a profile uses can't be deleted.",
  usedBy: "Profiles with this layout",
  usedByNone: "No profile uses it yet, so no till shows it.",
  newProfileFor: "New profile with this layout",
  available: "Not on the till yet",
  nothingThere: "There is nothing to choose from yet.",
  allThere: "Everything there is stands on the till.",
  addChosen: (count: number) => count === 0 ? "Put on the till" : `Put ${count} on the till`,
  chooseAll: "Choose all",
  noButtonsYet: "No buttons yet. Choose some and put them on the till.",
  noTicketsYet: "No tickets yet. Only tills at the entrance need some.",
  howToMove:
    "Drag a tile to its place. Or pick it up with a click or Space, choose the place with a click or the arrow keys, and drop it with Space. Delete takes it off.",
  howToDrop: (name: string) =>
    `${name} is picked up. Choose its place with a click or the arrow keys, then Space; Escape leaves it where it was.`,
  heldAt: (name: string, place: number, count: number) => `${name} picked up, place ${place} of ${count}.`,
  droppedAt: (name: string, place: number, count: number) => `${name} is at place ${place} of ${count}.`,
  cancelled: (name: string, place: number) => `${name} stays at place ${place}.`,
  takenOff: (name: string) => `${name} is off the till.`,
  takeOff: (name: string) => `Take ${name} off the till`,
  leaveThere: "Leave it where it was"
}

export type LayoutTexts = typeof english
