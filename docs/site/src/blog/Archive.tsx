import Link from "@docusaurus/Link"
import { PageMetadata } from "@docusaurus/theme-common"
import type { Props } from "@theme/BlogArchivePage"
import Heading from "@theme/Heading"
import Layout from "@theme/Layout"
import type { ReactElement } from "react"

type Post = Props["archive"]["blogPosts"][number]

const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "long", timeZone: "UTC" })

const yearOf = ({ metadata }: Post) => String(metadata.date).slice(0, 4)

const PostLine = ({ post: { metadata } }: { readonly post: Post }) => (
  <li>
    <Link to={metadata.permalink}>{metadata.title}</Link>, {day.format(new Date(metadata.date))}
  </li>
)

/** All posts, the newest year first. The theme's page skips a level of headings. */
export default ({ archive: { blogPosts } }: Props): ReactElement => {
  const years = [...new Set(blogPosts.map(yearOf))].toSorted().toReversed()
  return (
    <Layout>
      <PageMetadata title="All posts by year" description="All posts of the Wristbank blog by year" />
      <main className="container margin-vert--lg">
        <Heading as="h1">All posts by year</Heading>
        {years.map((year) => (
          <section key={year}>
            <Heading as="h2" id={year}>{year}</Heading>
            <ul>
              {blogPosts.filter((post) => yearOf(post) === year)
                .map((post) => <PostLine key={post.metadata.permalink} post={post} />)}
            </ul>
          </section>
        ))}
      </main>
    </Layout>
  )
}
