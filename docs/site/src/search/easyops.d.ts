declare module "@easyops-cn/docusaurus-search-local/dist/client/client/utils/proxiedGeneratedConstants.js" {
  /** The address of the texts below that of the site. */
  export const searchIndexUrl: string
}
