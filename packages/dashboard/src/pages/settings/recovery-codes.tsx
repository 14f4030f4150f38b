import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { saveTextFile } from "../../ui/save-text-file.ts";
import { Note } from "../../ui/states.tsx";
import { useBeforeLeaving } from "../../ui/use-unsaved.tsx";

const loss = {
  title: "Leave without the recovery codes?",
  description: "You won’t be able to see them again, and you haven’t copied or downloaded them.",
  stay: "Stay here",
};

/** Recovery codes. They are shown once and cannot be requested again. */
export function RecoveryCodes({
  news,
  codes,
  onClose,
}: {
  /** Says what has just been done. */
  readonly news: string;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const [isKept, setIsKept] = useState(false);
  const { question } = useBeforeLeaving(isKept ? null : loss);
  const frame = useRef<HTMLElement>(null);
  // The form that had the focus is gone.
  useEffect(() => frame.current?.focus(), []);
  const keep = () => setIsKept(true);
  const text = `${codes.join("\n")}\n`;
  return (
    <section ref={frame} tabIndex={-1} aria-label="New recovery codes" className="flex flex-col gap-4">
      <Note tone="ok">
        {news} Save these recovery codes in a safe place. If you lose your phone, you can sign in with each
        code once. You won’t be able to see them again.
      </Note>
      <div className="flex items-start gap-2">
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-4 py-3 font-mono text-sm max-sm:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={text} label="Copy all codes" onCopied={keep} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onClose}>
          I’ve saved them
        </Button>
        <Button
          icon={<Download size={15} aria-hidden />}
          onClick={() => {
            saveTextFile("weir-recovery-codes.txt", text, "text/plain");
            keep();
          }}
        >
          Download
        </Button>
      </div>
      {question}
    </section>
  );
}
