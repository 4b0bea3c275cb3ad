/** Headers of a file that the browser saves, and no one keeps on the way. */
export const attachment = (name: string) => ({
  "cache-control": "private, no-store",
  "content-disposition": `attachment; filename="${name}"`,
  "x-content-type-options": "nosniff"
})
