/**
 * What is typed after somebody asked for the palette and before it can be typed into. It is loaded when first wanted, and
 * meanwhile the keys would be lost, or taken for shortcuts.
 */
let typed = "";

export function keepTyping(): void {
  typed = "";
  addEventListener("keydown", keep, { capture: true });
}

/** From now on, keys go where they belong. */
export function takeTyped(): string {
  removeEventListener("keydown", keep, { capture: true });
  const taken = typed;
  typed = "";
  return taken;
}

function keep(event: KeyboardEvent): void {
  const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isText) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  typed += event.key;
}
