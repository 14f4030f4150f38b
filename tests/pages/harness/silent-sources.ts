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

/** Draws nothing on a canvas, and takes every letter for equally wide. */
export class BlankPen {
  constructor() {
    const pen: Readonly<Record<string, unknown>> = {
      measureText: (text: string) => ({ width: 6 * text.length }),
    };
    const draw = () => undefined;
    // biome-ignore lint/correctness/noConstructorReturn: a pen has dozens of functions.
    return new Proxy(
      {},
      { get: (set: Record<PropertyKey, unknown>, name) => set[name] ?? pen[String(name)] ?? draw },
    );
  }
}
