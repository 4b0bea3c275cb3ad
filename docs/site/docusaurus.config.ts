import type * as Blog from "@docusaurus/plugin-content-blog"
import type * as Docs from "@docusaurus/plugin-content-docs"
import type { UserThemeConfig } from "@docusaurus/theme-common"
import type { Config } from "@docusaurus/types"
import { existsSync } from "node:fs"
import { join } from "node:path"
import codeBlocks from "./plugins/codeBlocks.ts"
import sourceLinks from "./plugins/sourceLinks.ts"
import staticHtml from "./plugins/staticHtml.ts"
import tables from "./plugins/tables.ts"

/** Where the site will be, and where its source is if that is known: scripts/docs.ts says both. */
const url = process.env.DOCS_URL ?? "http://localhost:3000"
const source = process.env.DOCS_SOURCE_URL
const sourceItem = { label: "Source", ...source === undefined ? { to: "/source" } : { href: source } }

/** The folders of `docs/` whose pages the site has; `sidebars.ts` names the pages. */
const folders = ["user-guide", "administrator-documentation", "developer-documentation", "reference"]

/** Pages that a generator wrote into the folder of the site. */
const generated = ["api"].filter((folder) => existsSync(join(__dirname, folder)))

/** How pages become HTML, in this order. */
const rehypePlugins = [tables, codeBlocks, staticHtml]

const themeConfig: UserThemeConfig = {
  colorMode: { defaultMode: "light", disableSwitch: false, respectPrefersColorScheme: false },
  announcementBar: {
    id: "version-0.1",
    content:
      "Version 0.1.0 is new: hold a rehearsal before your event. <a href=\"/blog/first-release\">What it can do</a>",
    backgroundColor: "#2c389f",
    textColor: "#ffffff",
    isCloseable: true
  },
  blog: { sidebar: { groupByYear: true } },
  docs: { sidebar: { hideable: false, autoCollapseCategories: true } },
  tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
  navbar: {
    title: "Wristbank",
    logo: { src: "img/wristband.svg", alt: "", width: 32, height: 32 },
    hideOnScroll: true,
    items: [
      { type: "docSidebar", sidebarId: "docs", position: "left", label: "Docs" },
      { type: "search", position: "right" },
      { ...sourceItem, position: "right" }
    ]
  },
  footer: {
    style: "light",
    links: [
      {
        title: "Docs",
        items: [
          { label: "Introduction", to: "/docs/intro" },
          { label: "Installation", to: "/docs/administrator-documentation/installation" },
          { label: "User guide", to: "/docs/user-guide" },
          { label: "Developer documentation", to: "/docs/developer-documentation" }
        ]
      },
      {
        title: "More",
        items: [
          { label: "Blog", to: "/blog" },
          { label: "All posts by year", to: "/blog/archive" },
          sourceItem
        ]
      }
    ],
    copyright: "Copyright © 2025 the Wristbank contributors. Licence: AGPL-3.0."
  }
}

const config: Config = {
  title: "Wristbank",
  tagline: "Open source festival payment system",
  url,
  baseUrl: "/",
  favicon: "img/wristband.svg",
  i18n: { defaultLocale: "en", locales: ["en"] },
  onBrokenLinks: "throw",
  onBrokenAnchors: "throw",
  onDuplicateRoutes: "throw",
  future: { v4: true },
  storage: { type: "localStorage", namespace: false },
  markdown: { format: "detect", hooks: { onBrokenMarkdownLinks: "throw", onBrokenMarkdownImages: "throw" } },
  clientModules: ["./src/keyboard.ts", "./src/copy.ts", "./src/prefetch.ts"],
  plugins: [
    [
      "./plugins/pages.ts",
      {
        path: "..",
        include: ["*.md", `{${folders.join(",")}}/**/*.md`],
        sidebarPath: "./sidebars.ts",
        breadcrumbs: true,
        // Dates of commits: the same in every clone.
        showLastUpdateTime: true,
        ...source !== undefined && { editUrl: ({ docPath }) => `${source}/edit/main/docs/${docPath}` },
        beforeDefaultRemarkPlugins: [[sourceLinks, { source }]],
        rehypePlugins
      } satisfies Docs.Options
    ],
    ...generated.map((folder): [string, Docs.Options] => [
      "@docusaurus/plugin-content-docs",
      { id: folder, path: folder, routeBasePath: folder, rehypePlugins }
    ]),
    [
      "@docusaurus/plugin-content-blog",
      {
        path: "../blog",
        blogTitle: "Blog",
        rehypePlugins,
        blogListComponent: "@site/src/blog/PostList.tsx",
        blogArchiveComponent: "@site/src/blog/Archive.tsx",
        blogTagsListComponent: "@site/src/blog/Tags.tsx",
        blogAuthorsListComponent: "@site/src/blog/Authors.tsx",
        blogDescription: "What changes in Wristbank, and why",
        showReadingTime: true,
        blogSidebarTitle: "All posts",
        blogSidebarCount: "ALL",
        onInlineTags: "throw",
        onInlineAuthors: "throw",
        onUntruncatedBlogPosts: "throw"
      } satisfies Blog.Options
    ],
    ["@docusaurus/plugin-content-pages", { exclude: source === undefined ? [] : ["source.md"] }],
    "@docusaurus/plugin-sitemap"
  ],
  themes: [
    ["./plugins/theme.ts", { customCss: ["./src/css/custom.css", "./src/css/code.css", "./src/css/print.css"] }],
    ["./plugins/search.ts", {
      hashed: "filename",
      docsDir: ["..", ...generated],
      docsRouteBasePath: ["docs", ...generated],
      blogDir: "../blog",
      indexPages: true,
      explicitSearchResultPath: true
    }]
  ],
  themeConfig
}

export default config
