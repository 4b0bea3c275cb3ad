import Heading from "@theme/Heading"
import ThemedImage from "@theme/ThemedImage"
import styles from "./pages/index.module.css"

export interface Pictured {
  readonly light: string
  readonly dark: string
  /** Of the file, in pixels. */
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly title: string
  readonly text: string
}

/** A picture of a screen in the colours in force, and what it shows. */
export const Picture = ({ alt, dark, height, light, text, title, width }: Pictured) => (
  <figure className={width > height ? styles.wide : styles.tall}>
    <ThemedImage sources={{ light, dark }} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
    <figcaption>
      <Heading as="h2">{title}</Heading>
      {text}
    </figcaption>
  </figure>
)
