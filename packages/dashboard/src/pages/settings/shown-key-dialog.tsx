import type { ReactNode } from "react";
import { CodeBlock } from "../../ui/copy.tsx";
import { Note } from "../../ui/states.tsx";
import { ShownDialog } from "./shown-dialog.tsx";

/** Shows a new key, once, with what it is good for. */
export function ShownKeyDialog({
  created: { name, key },
  isWide = false,
  onClose,
  children,
}: {
  readonly created: { readonly name: string; readonly key: string };
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ShownDialog
      isShownOnce
      isWide={isWide}
      title={`The key “${name}”`}
      done="I’ve saved it"
      onClose={onClose}
    >
      <Note tone="warn">Copy the key now. You won’t be able to see it again.</Note>
      <CodeBlock isWrapped label="Key" code={key} />
      {children}
    </ShownDialog>
  );
}
