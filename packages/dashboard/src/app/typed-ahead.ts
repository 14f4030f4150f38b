/**
 * Keys that are typed after the palette was opened and before it can receive them. The palette is loaded when
 * it is first used, and until then the keys would be lost or taken for shortcuts.
 */
interface Typed {
  readonly text: string;
  /** The last key was Enter. */
  readonly isEntered: boolean;
}

const nothing: Typed = { text: "", isEntered: false };
let typed = nothing;

export function keepTyping(): void {
  typed = nothing;
  addEventListener("keydown", keep, { capture: true });
}

/** Returns the collected keys and stops collecting. */
export function takeTyped(): Typed {
  removeEventListener("keydown", keep, { capture: true });
  const taken = typed;
  typed = nothing;
  return taken;
}

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isEntered = event.key === "Enter";
  if (!isText && !isEntered) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  typed = { text: isText ? typed.text + event.key : typed.text, isEntered };
}
