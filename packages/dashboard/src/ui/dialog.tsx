import { useState } from "react";
import { lazyPart } from "./lazy-part.tsx";
import type { DialogProps } from "./overlay/dialog-frame.tsx";
import { SilentLoading } from "./silent-loading.tsx";

const LazyDialogFrame = lazyPart<DialogProps>(
  async () => (await import("./overlay/dialog-frame.tsx")).DialogFrame,
  SilentLoading,
);

/**
 * One question or one form over the page. A dialog never opens another. Its frame is loaded once a dialog is open,
 * because no page starts with one.
 */
export function Dialog(props: DialogProps) {
  const [isUsed, setIsUsed] = useState(props.isOpen);
  if (props.isOpen && !isUsed) setIsUsed(true);
  return isUsed ? <LazyDialogFrame {...props} /> : null;
}

export const loadDialogs = LazyDialogFrame.load;
