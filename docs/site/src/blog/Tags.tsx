import { PageMetadata } from "@docusaurus/theme-common"
import Tags, { type Props } from "@theme/BlogTagsListPage"
import type { ReactElement } from "react"

/** The tags of all posts, with the description that search engines show. */
export default (props: Props): ReactElement => (
  <>
    <Tags {...props} />
    <PageMetadata description="The tags of the Wristbank blog, and how many posts have each" />
  </>
)
