/** What the keys of the editor do. */
export type EditorAction =
  | "undo"
  | "redo"
  | "copy"
  | "paste"
  | "duplicate"
  | "selectAll"
  | "remove"
  | "deselect";

interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const withControl: Readonly<Record<string, EditorAction>> = {
  z: "undo",
  "shift z": "redo",
  y: "redo",
  c: "copy",
  "shift c": "copy",
  v: "paste",
  d: "duplicate",
  a: "selectAll",
};
const alone: Readonly<Record<string, EditorAction>> = {
  delete: "remove",
  backspace: "remove",
  escape: "deselect",
};

export function editorActionOf(pressed: PressedKey): EditorAction | undefined {
  const key = pressed.key.toLowerCase();
  if (pressed.ctrlKey || pressed.metaKey) return withControl[pressed.shiftKey ? `shift ${key}` : key];
  return pressed.altKey ? undefined : alone[key];
}

const stepKeys: Readonly<Record<string, (step: number, last: number) => number>> = {
  ArrowLeft: (step) => step - 1,
  ArrowUp: (step) => step - 1,
  ArrowRight: (step) => step + 1,
  ArrowDown: (step) => step + 1,
  Home: () => 0,
  End: (_step, last) => last,
};

/** The step of a reading's path that a key leads to; undefined for other keys. */
export function stepAfterKey(
  { key, ctrlKey, metaKey, altKey }: Omit<PressedKey, "shiftKey">,
  step: number,
  steps: number,
): number | undefined {
  const next = stepKeys[key];
  if (next === undefined || ctrlKey || metaKey || altKey) return undefined;
  return Math.max(0, Math.min(next(step, steps - 1), steps - 1));
}
