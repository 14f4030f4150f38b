import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";
import { toast } from "./toast.tsx";

/** Copies a text, and says that it did. */
export function CopyButton({
  text,
  label = "Copy",
  onCopied,
}: {
  readonly text: string;
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
    try {
      await navigator.clipboard.writeText(text);
      setIsDone(true);
      onCopied?.();
    } catch {
      toast("The browser does not let this page copy. Select the text and copy it yourself.", "bad");
    }
  };
  return (
    <IconButton label={isDone ? "Copied" : label} onClick={() => void copy()}>
      {isDone ? <Check size={15} aria-hidden className="text-ok" /> : <Copy size={15} aria-hidden />}
    </IconButton>
  );
}

/** An identifier, in monospace, that can be copied. */
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
  label = "Code",
  isWrapped = false,
}: {
  readonly code: string;
  readonly label?: string;
  /** Breaks long lines, for keys and links that people want to see whole. */
  readonly isWrapped?: boolean;
}) {
  return (
    <div className="flex items-start rounded-md border border-line bg-sunken">
      <section aria-label={label} className="min-w-0 flex-1">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever uses the keyboard has to be able to scroll it.
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
        <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}
