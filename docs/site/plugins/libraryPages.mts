/** Fits the pages that TypeDoc writes into the site: one choice of colours, addresses that every host keeps, and parts that a screen reader knows. */
import { type Application, JSX, PageEvent } from "typedoc"

/**
 * The site and TypeDoc keep the colours under names of their own: here the site's count, and a choice made on these pages is one for
 * the site. Links of the first page are relative, so its address ends with a slash.
 */
const script = `
if (location.pathname === "/library") location.replace("/library/" + location.hash)
localStorage.setItem("tsd-theme", localStorage.getItem("theme") ?? "light")
addEventListener("change", ({ target }) => {
  if (target.id !== "tsd-theme") return
  const isDark = target.value === "os" ? matchMedia("(prefers-color-scheme: dark)").matches : target.value === "dark"
  localStorage.setItem("theme", isDark ? "dark" : "light")
})`

/** Hosts that leave index.html out of addresses leave the slash before it out as well. */
const withSlash = (html: string) => html.replaceAll(/href="(?:\.\.\/)*index\.html"/g, "href=\"/library/\"")

/** A screen reader goes to the main part and to menus by their names. A link within what opens a part can't be reached. */
const withLandmarks = (html: string) =>
  html
    .replaceAll(/<a href="#[^"]*" aria-label="Permalink" class="tsd-anchor-icon">.*?<\/a>/gs, "")
    .replace("<div class=\"col-content\">", "<div class=\"col-content\" role=\"main\">")
    .replace("<div class=\"page-menu\">", "<div class=\"page-menu\" role=\"navigation\" aria-label=\"This page\">")
    .replace("<nav id=\"tsd-sidebar-links\"", "<nav id=\"tsd-sidebar-links\" aria-label=\"Documentation\"")
    .replace("<nav class=\"tsd-navigation\">", "<nav class=\"tsd-navigation\" aria-label=\"Modules\">")

/** Makes no heading more than one level lower than the one before. */
const withHeadingsInOrder = (html: string) => {
  let level = 0
  return html.replaceAll(
    /<h([1-6])\b([^>]*)>(.*?)<\/h\1>/gs,
    (_, written: string, attributes: string, text: string) => {
      level = Math.min(Number(written), level + 1)
      return `<h${level}${attributes}>${text}</h${level}>`
    }
  )
}

export const load = ({ renderer }: Application) => {
  renderer.hooks.on("head.begin", () => JSX.createElement("script", null, JSX.createElement(JSX.Raw, { html: script })))
  renderer.on(PageEvent.END, (page) => {
    page.contents = withHeadingsInOrder(withLandmarks(withSlash(page.contents ?? "")))
  })
}
