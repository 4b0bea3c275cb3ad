export const english = {
  name: "Name",
  nameHint: "Tills show it on a tab. At most 60 characters.",
  colour: "Colour",
  colourHint: "The colour of its buttons at tills.",
  categories: "Categories",
  orderHint: "Tills show the tabs in this order. Tabs are there for more than 12 buttons.",
  products: (count: number) => count === 1 ? "1 product" : `${count} products`,
  newCategory: "New category",
  createCategory: "Create category",
  saveCategory: "Save category",
  created: (name: string) => `The category ${name} was created. Put products into it on their pages.`,
  noCategories: "There is no category yet. With categories cashiers find buttons faster.",
  up: (name: string) => `${name}: further up`,
  down: (name: string) => `${name}: further down`,
  deleteThing: (name: string) => `Delete ${name}`,
  deleteHint: "It must not have any products, buttons or price lists."
}

export type CategoryTexts = typeof english
