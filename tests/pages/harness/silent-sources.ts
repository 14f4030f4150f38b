/** A stream that opens and has no events. Pages refresh what they change themselves. */
export class SilentStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  onopen: (() => void) | null = null;

  constructor() {
    super();
    queueMicrotask(() => this.onopen?.());
  }

  close(): void {
    this.onopen = null;
  }
}

/** Tells the size of an element once. It never changes here. */
export class OnceObserved {
  readonly #told: (entries: readonly unknown[], observer: this) => void;

  constructor(told: (entries: readonly unknown[], observer: OnceObserved) => void) {
    this.#told = told;
  }

  observe(target: { getBoundingClientRect(): unknown }): void {
    const contentRect = target.getBoundingClientRect();
    const sizes = [{ inlineSize: 800, blockSize: 600 }];
    const entry = { target, contentRect, contentBoxSize: sizes, borderBoxSize: sizes };
    queueMicrotask(() => this.#told([entry], this));
  }

  unobserve(): void {}
  disconnect(): void {}
}

/** Every text that was drawn on a canvas. */
export const drawnTexts: string[] = [];

/** Draws nothing on a canvas but notes the texts, and takes every letter for equally wide. */
export class BlankPen {
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: a pen has dozens of functions.
    return doingNothing({
      fillText: (text: string) => drawnTexts.push(text),
      measureText: (text: string) => ({ width: 6 * text.length }),
    });
  }
}

/** A line of which nothing is drawn. */
export class BlankPath {
  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: a path has dozens of functions.
    return doingNothing({});
  }
}

/** Has these functions. All others do nothing. */
function doingNothing(functions: Readonly<Record<string, unknown>>): object {
  const none = () => undefined;
  return new Proxy(
    {},
    { get: (set: Record<PropertyKey, unknown>, name) => set[name] ?? functions[String(name)] ?? none },
  );
}
