/**
 * The theme would load every page that a visible link leads to, and a phone would spend its first second on that. A page is loaded
 * when a mouse or a finger comes to its link.
 */
export const onRouteDidUpdate = () => {
  window.docusaurus = { ...window.docusaurus, prefetch: () => false }
}
