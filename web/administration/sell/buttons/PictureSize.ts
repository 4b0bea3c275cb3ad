import { buttonPictures } from "@wristbank/core/base/limits/Limits"

interface Size {
  readonly width: number
  readonly height: number
}

/** The most bytes that a picture may have. */
export const mostBytes = buttonPictures.kibibytes * 1024

/** The size of a picture made so small that its longer side has at most this length, as wide to high as before. */
export const fitting = ({ height, width }: Size, longest: number): Size => {
  const by = Math.min(1, longest / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * by)), height: Math.max(1, Math.round(height * by)) }
}

/** One way to write a picture. */
export interface Attempt {
  readonly longest: number
  readonly type: "image/webp" | "image/png" | "image/jpeg"
  readonly quality?: number
}

const sides = [1, 0.75, 0.5, 0.25].map((part) => part * buttonPictures.longestSide)

/**
 * The ways to write a picture, the best first: the first that is small enough is taken. Browsers that can't write WebP write PNG
 * in its place, which counts as another type; JPEG has no transparency.
 */
export const attempts: ReadonlyArray<Attempt> = sides.flatMap((longest): ReadonlyArray<Attempt> => [
  { longest, type: "image/webp", quality: 0.9 },
  { longest, type: "image/webp", quality: 0.7 },
  { longest, type: "image/png" },
  { longest, type: "image/jpeg", quality: 0.85 },
  { longest, type: "image/jpeg", quality: 0.6 }
])
