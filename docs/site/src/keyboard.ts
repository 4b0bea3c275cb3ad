import environment from "@docusaurus/ExecutionEnvironment"

/** Marks the page for as long as someone moves in it with the Tab key. */
const mark = "navigation-with-keyboard"

const searchField = ".navbar__search-input"

const isSearchField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(searchField)

/** Lets a program move the focus to the field again. */
const admit = (field: Element | null) => {
  if (field !== null) Reflect.deleteProperty(field, "focus")
}

/** The field of the search takes the focus once its index has arrived. A reader who went on with Tab meanwhile keeps the focus. */
const leaveFocusAlone = () => {
  addEventListener("focusout", ({ relatedTarget, target }) => {
    if (isSearchField(target) && relatedTarget !== null) Object.assign(target, { focus: () => {} })
  })
  addEventListener("focusin", ({ target }) => isSearchField(target) && admit(target))
  // The keys that open the search.
  addEventListener("keydown", ({ ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) admit(document.querySelector(searchField))
  }, { capture: true })
}

if (environment.canUseDOM) {
  addEventListener("keydown", ({ key }) => key === "Tab" && document.body.classList.add(mark))
  addEventListener("mousedown", () => document.body.classList.remove(mark))
  leaveFocusAlone()
}
