import type { ButtonHTMLAttributes } from "react"

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: "primary" | "usual" | "quiet" | "danger"
  /** Whether what the button started is under way; it can't be pressed meanwhile and keeps the keyboard's focus. */
  readonly busy?: boolean
}

export const Button = ({ busy = false, className, kind = "usual", onClick, type = "button", ...rest }: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={className === undefined ? "button" : `button ${className}`}
    data-kind={kind}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
  />
)
