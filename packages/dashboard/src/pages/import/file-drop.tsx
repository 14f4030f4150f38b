import { FileUp } from "lucide-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";

/** A place to drop a file, with a button to choose one. */
export function FileDrop({
  button,
  isBusy,
  onFile,
  children,
}: {
  readonly button: string;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
    // Otherwise choosing the same file again would not be noticed.
    if (input.current !== null) input.current.value = "";
  };
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for people without a mouse.
    <div
      className={cx(
        "flex flex-col items-center gap-3 rounded-lg border border-dashed px-6 py-10 text-center",
        isOver ? "border-accent bg-accent-soft" : "border-line-strong",
      )}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <FileUp size={24} aria-hidden className="text-faint" />
      <div className="max-w-md text-sm text-muted">{children}</div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File with readings"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,text/plain,application/x-ndjson"
        onChange={(event) => take(event.target.files)}
      />
      <Button look="primary" isBusy={isBusy} onClick={() => input.current?.click()}>
        {button}
      </Button>
    </div>
  );
}
