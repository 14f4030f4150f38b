import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";
import { type CopiedText, copyToClipboard } from "./copy-to-clipboard.ts";
import { toast } from "./toast.tsx";

/** Copies a text, and confirms it. */
export function CopyButton({
  text,
  label = "Copy",
  onCopied,
}: {
  readonly text: CopiedText;
  readonly label?: string;
  readonly onCopied?: () => void;
}) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setIsDone(false), 1500);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    const problem = await copyToClipboard(text);
    if (problem !== null) return toast(problem, "bad");
    setIsDone(true);
    onCopied?.();
  };
  return (
    <IconButton label={isDone ? "Copied" : label} onClick={() => void copy()}>
      {isDone ? <Check size={15} aria-hidden className="text-ok" /> : <Copy size={15} aria-hidden />}
    </IconButton>
  );
}

/** An identifier in monospace with a button to copy it. */
export function CopyText({ text, className }: { readonly text: string; readonly className?: string }) {
  return (
    <span className={cx("inline-flex max-w-full items-center gap-1", className)}>
      <code className="min-w-0 font-mono text-sm break-all">{text}</code>
      <CopyButton text={text} />
    </span>
  );
}

/** A piece of code to copy. */
export function CodeBlock({
  code,
  copied = code,
  label = "Code",
  isWrapped = false,
}: {
  readonly code: string;
  /** The code to copy, if it differs from what is shown. */
  readonly copied?: CopiedText;
  readonly label?: string;
  /** Breaks long lines, so that keys and links are visible as a whole. */
  readonly isWrapped?: boolean;
}) {
  return (
    <div className="flex items-start rounded-md border border-line bg-sunken">
      <section aria-label={label} className="min-w-0 flex-1">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it.
          tabIndex={0}
          className={cx(
            "overflow-x-auto p-3 pr-1 font-mono text-xs leading-5",
            isWrapped && "break-all whitespace-pre-wrap",
          )}
        >
          {code}
        </pre>
      </section>
      <div className="p-1">
        <CopyButton text={copied} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}
