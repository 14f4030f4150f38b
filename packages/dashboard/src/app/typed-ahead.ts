/**
 * What is typed after somebody asked for the palette and before it can be typed into. It is loaded when first wanted, and
 * meanwhile the keys would be lost, or taken for shortcuts.
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

/** From now on, keys go where they belong. */
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
