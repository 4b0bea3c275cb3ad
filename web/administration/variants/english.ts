export const english = {
  name: "Name",
  kinds: "Kinds of wristbands",
  nameHint: "As in the supplier's list, such as vip or crew. At most 60 characters.",
  standardName: "Every event has this kind, so its name stays and it can't be deleted.",
  description: "Description",
  descriptionHint: "Who wears it.",
  priority: "Rank",
  priorityHint:
    "The higher, the older the wearer: an order for a group belongs to the wristband with the highest rank. Lists are in this order.",
  newKind: "New kind",
  createKind: "Create kind",
  saveKind: "Save kind",
  deleteKind: (name: string) => `Delete ${name}`,
  deleteHint: "No wristband, product or ticket has it.",
  inUse: "A kind that wristbands, products or tickets have can't be deleted.",
  noKinds: "No kinds yet.",
  usedBy: "Who has it",
  wristbands: (count: string) => `${count} wristbands`,
  notSold: "Not sold to it",
  noProducts: "Every product is sold to it.",
  tickets: "Tickets for it",
  noTickets: "No ticket of its own."
}

export type VariantTexts = typeof english
