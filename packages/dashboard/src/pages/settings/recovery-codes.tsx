import { Download } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Note } from "../../ui/states.tsx";

/** Shown once: they cannot be asked for again. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <Note tone="ok">
        Two-step sign-in is on. Keep these recovery codes in a safe place: each lets you in once when the
        phone is lost. They are not shown again.
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
        <CopyButton text={text} label="Copy all codes" />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onClose}>
          I have kept them
        </Button>
        <Button
          icon={<Download size={15} aria-hidden />}
          onClick={() => saveText("weir-recovery-codes.txt", text)}
        >
          Download
        </Button>
      </div>
    </div>
  );
}

function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
