import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./class-names.ts";

type Look = "primary" | "plain" | "quiet" | "danger";

interface Shape {
  readonly look?: Look | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly icon?: ReactNode;
}

const looks: Record<Look, string> = {
  primary: "bg-accent text-on-accent border-transparent hover:bg-accent-hover",
  plain: "bg-surface text-text border-line-strong hover:bg-hover",
  quiet: "bg-transparent text-muted border-transparent hover:bg-hover hover:text-text",
  danger: "bg-surface text-bad border-line-strong hover:bg-bad-soft hover:border-bad",
};

function classOf({ look = "plain", size = "normal" }: Shape, extra?: string): string {
  return cx(
    "inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none",
    "transition-colors duration-100 disabled:opacity-50",
    size === "small" ? "h-7 px-2 text-sm" : "h-8 px-3 text-sm",
    looks[look],
    extra,
  );
}

type ButtonProps = ComponentProps<"button"> & Shape & { readonly isBusy?: boolean };

export function Button({
  look,
  size,
  icon,
  isBusy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={classOf({ look, size }, className)}
    >
      {icon}
      {children}
    </button>
  );
}

function ButtonAnchor({ look, size, icon, className, children, ...rest }: ComponentProps<"a"> & Shape) {
  return (
    <a {...rest} className={classOf({ look, size }, className)}>
      {icon}
      {children}
    </a>
  );
}

/** A link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

/** A button that shows only an icon. Its name is for people who cannot see the icon. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { readonly label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text",
        "transition-colors duration-100 disabled:opacity-50",
        className,
      )}
    >
      {children}
    </button>
  );
}
