/** One tab of a browser other than Chromium. Firefox and WebKit use different protocols but take the same actions. */
export interface EngineTab extends AsyncDisposable {
  open(url: string): Promise<void>;
  /** Evaluates an expression in the page. The value must be JSON. */
  run<T>(expression: string): Promise<T>;
  /** Performs touch actions in the form of WebDriver. */
  perform(sources: readonly ActionSource[]): Promise<void>;
  /** Errors that the browser reported. */
  readonly faults: readonly string[];
}

type ActionSource =
  | { readonly type: "key"; readonly id: "keyboard"; readonly actions: readonly KeyAction[] }
  | { readonly type: "pointer"; readonly id: "mouse"; readonly actions: readonly PointerAction[] };

type KeyAction = { readonly type: "keyDown" | "keyUp"; readonly value: string };

type PointerAction =
  | { readonly type: "pointerDown" | "pointerUp"; readonly button: 0 }
  | { readonly type: "pointerMove"; readonly x: number; readonly y: number; readonly duration: number };

/** Presses the keys of a text, one after another. */
export async function typeText(tab: EngineTab, text: string): Promise<void> {
  const actions = [...text].flatMap((value): KeyAction[] => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]);
  await tab.perform([{ type: "key", id: "keyboard", actions }]);
}

export async function click(tab: EngineTab, selector: string): Promise<void> {
  const { x, y, width, height } = await boxOf(tab, selector);
  await drag(tab, [x + width / 2, y + height / 2], [x + width / 2, y + height / 2]);
}

export async function drag(
  tab: EngineTab,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): Promise<void> {
  const actions: PointerAction[] = [
    { type: "pointerMove", x: Math.round(fromX), y: Math.round(fromY), duration: 0 },
    { type: "pointerDown", button: 0 },
    { type: "pointerMove", x: Math.round(toX), y: Math.round(toY), duration: 50 },
    { type: "pointerUp", button: 0 },
  ];
  await tab.perform([{ type: "pointer", id: "mouse", actions }]);
}

/** The place of an element in the window. */
export function boxOf(
  tab: EngineTab,
  selector: string,
): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
  return tab.run(`document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`);
}
