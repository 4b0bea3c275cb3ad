import { PageMetadata } from "@docusaurus/theme-common"
import Authors, { type Props } from "@theme/Blog/Pages/BlogAuthorsListPage"
import type { ReactElement } from "react"

/** Who writes the posts, with the description that search engines show. */
export default (props: Props): ReactElement => (
  <>
    <Authors {...props} />
    <PageMetadata description="Who writes the Wristbank blog" />
  </>
)
