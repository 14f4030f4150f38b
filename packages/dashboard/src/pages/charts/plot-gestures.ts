import { panned, type Span, within, zoomed } from "./span.ts";

/** What gestures act on. Places are shares of the width: 0 is the left border, 1 the right one. */
interface GestureTarget {
  readonly element: HTMLElement;
  span(): Span;
  move(span: Span): void;
  /** Shows what a drag has selected so far; null removes the selection. */
  select(from: number | null, to: number): void;
  /** Called on a click or tap. */
  click(atMs: number): void;
  /** Called when somebody turns the wheel without the key that lets it zoom. */
  scrolledPast(): void;
}

const wheelStep = 0.0015;
/** Shorter drags are clicks and taps, which do not move the view. */
const dragMinPx = 6;

type Drag =
  | { readonly kind: "select"; readonly from: number }
  | { readonly kind: "pan"; readonly from: number; readonly span: Span; readonly isUnderWay: boolean }
  | { readonly kind: "pinch"; readonly atMs: readonly [number, number] };

/**
 * Handles the pointer: drag to zoom in; drag with Shift, the middle button or a finger to pan; use the wheel with Ctrl
 * or two fingers to zoom; double-click to zoom out. The wheel alone scrolls the page, as everywhere else on it. Returns
 * a function that removes the listeners.
 */
export function listenToGestures(target: GestureTarget): () => void {
  const { element, span, move, select } = target;
  const fingers = new Map<number, number>();
  let drag: Drag | null = null;

  const shareOf = ({ clientX }: MouseEvent): number => {
    const { left, width } = element.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const isFar = (from: number, to: number) => Math.abs(to - from) * element.clientWidth >= dragMinPx;
  const timeAt = (share: number, { fromMs, toMs }: Span = span()): number => fromMs + share * (toMs - fromMs);

  const panFrom = (from: number, isUnderWay = false): Drag => ({
    kind: "pan",
    from,
    span: span(),
    isUnderWay,
  });
  /**
   * Starts the gesture of the fingers that are on the chart. When one finger of a pinch is lifted, the other
   * one pans, and lifting that one is no tap.
   */
  const dragOfFingers = (wasPinch = false): Drag | null => {
    const [first, second] = [...fingers.values()];
    if (first === undefined) return null;
    if (second === undefined) return panFrom(first, wasPinch);
    return { kind: "pinch", atMs: [timeAt(first), timeAt(second)] };
  };

  const down = (event: PointerEvent) => {
    const share = shareOf(event);
    const isTouch = event.pointerType === "touch";
    if (!isTouch && event.button > 1) return;
    element.setPointerCapture(event.pointerId);
    if (isTouch) {
      fingers.set(event.pointerId, share);
      drag = dragOfFingers();
      return;
    }
    const isPan = event.shiftKey || event.button === 1;
    if (event.button === 1) event.preventDefault();
    drag = isPan ? panFrom(share) : { kind: "select", from: share };
  };

  const moved = (event: PointerEvent) => {
    const share = shareOf(event);
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, share);
    if (drag === null) return;
    if (drag.kind === "select") select(clamped(drag.from), clamped(share));
    if (drag.kind === "pan" && (drag.isUnderWay || isFar(drag.from, share))) {
      drag = { ...drag, isUnderWay: true };
      move(panned(drag.span, drag.from - share));
    }
    if (drag.kind === "pinch") move(pinched(drag.atMs, [...fingers.values()]) ?? span());
  };

  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (drag?.kind === "select") {
      const [from, to] = [clamped(drag.from), clamped(shareOf(event))].sort((a, b) => a - b) as [
        number,
        number,
      ];
      select(null, 0);
      if (event.type === "pointerup" && isFar(from, to))
        move(within({ fromMs: timeAt(from), toMs: timeAt(to) }));
      else if (event.type === "pointerup") target.click(timeAt(from));
    }
    const isTap = drag?.kind === "pan" && !drag.isUnderWay && event.pointerType === "touch";
    if (isTap && event.type === "pointerup") target.click(timeAt(clamped(shareOf(event))));
    drag = dragOfFingers(drag?.kind === "pinch");
  };

  const wheel = (event: WheelEvent) => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    // Ctrl is also what browsers report while two fingers pinch a touchpad.
    const isZoom = event.ctrlKey || event.metaKey;
    if (!isZoom && !isSideways && !event.shiftKey) return target.scrolledPast();
    event.preventDefault();
    if (!isZoom) {
      move(panned(span(), (event.deltaX || event.deltaY) / element.clientWidth));
      return;
    }
    move(zoomed(span(), Math.exp(event.deltaY * wheelStep), timeAt(shareOf(event))));
  };

  const twice = (event: MouseEvent) => move(zoomed(span(), 2, timeAt(shareOf(event))));

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", moved);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("dblclick", twice);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", moved);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("dblclick", twice);
  };
}

/** Both fingers stay on the instants where they were put down. */
function pinched(atMs: readonly [number, number], [first, second]: readonly number[]): Span | null {
  if (first === undefined || second === undefined || Math.abs(second - first) < 0.02) return null;
  const length = (atMs[1] - atMs[0]) / (second - first);
  if (length <= 0) return null;
  const fromMs = atMs[0] - first * length;
  return within({ fromMs, toMs: fromMs + length });
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}
