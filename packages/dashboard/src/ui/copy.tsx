import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { messageOf } from "../api/problem.ts";
import { IconButton } from "./button.tsx";
import { cx } from "./class-names.ts";
import { toast } from "./toast.tsx";

/** A text, or how to get one that is not to be in the page, such as a command with a token in it. */
export type CopiedText = string | (() => Promise<string>);

/** Copies a text, and says that it did. */
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
    const problem = await (typeof text === "string" ? copyText(text) : copyFetched(text));
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

/** Why it was not copied, in words; null when it was. */
async function copyText(text: string): Promise<string | null> {
  try {
    await navigator.clipboard.writeText(text);
    return null;
  } catch {
    return "The browser does not let this page copy. Select the text and copy it yourself.";
  }
}

/** A browser may take a text only while it handles the click, so it is promised one then, which comes later. */
async function copyFetched(fetchText: () => Promise<string>): Promise<string | null> {
  const refused = "The browser does not let this page copy. Show the token, then select the text yourself.";
  if (navigator.clipboard === undefined) return refused;
  const fetched = fetchText();
  const blob = fetched.then((text) => new Blob([text], { type: "text/plain" }));
  try {
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return null;
  } catch {
    return fetched.then(() => refused, messageOf);
  }
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
  copied = code,
  label = "Code",
  isWrapped = false,
}: {
  readonly code: string;
  /** Where the code to copy differs from what is shown. */
  readonly copied?: CopiedText;
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
        <CopyButton text={copied} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}
