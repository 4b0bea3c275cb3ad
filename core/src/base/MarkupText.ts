/** The text as it stands in HTML and SVG, between tags and in quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!)

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\"": "&quot;",
  "'": "&#39;"
}
