import { HtmlClassNameProvider, PageMetadata, ThemeClassNames } from "@docusaurus/theme-common"
import BlogLayout from "@theme/BlogLayout"
import type { Props } from "@theme/BlogListPage"
import StructuredData from "@theme/BlogListPage/StructuredData"
import BlogListPaginator from "@theme/BlogListPaginator"
import BlogPostItems from "@theme/BlogPostItems"
import Heading from "@theme/Heading"
import type { ReactElement } from "react"

/** The list of posts, as the theme has it, with a title of its own: a page without one has no beginning for a screen reader. */
export default (props: Props): ReactElement => {
  const { items, metadata, sidebar } = props
  return (
    <HtmlClassNameProvider className={`${ThemeClassNames.wrapper.blogPages} ${ThemeClassNames.page.blogListPage}`}>
      <PageMetadata title={metadata.blogTitle} description={metadata.blogDescription} />
      <StructuredData {...props} />
      <BlogLayout sidebar={sidebar}>
        <Heading as="h1">{metadata.blogTitle}</Heading>
        <BlogPostItems items={items} />
        <BlogListPaginator metadata={metadata} />
      </BlogLayout>
    </HtmlClassNameProvider>
  )
}
