import type { HTMLElement, HTMLInputElement } from "happy-dom";
import { pageWindow } from "./window.ts";

const focusable = "a[href],button,input,select,textarea,[tabindex]";

/** What a click of the mouse does, in the same order. */
export function clickOn(element: HTMLElement, shiftKey = false): void {
  const given = { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1, shiftKey };
  const pointer = { ...given, pointerType: "mouse", isPrimary: true, pointerId: 1 };
  const tell = (kind: string) => element.dispatchEvent(new pageWindow.PointerEvent(kind, pointer));
  const tellMouse = (kind: string) => element.dispatchEvent(new pageWindow.MouseEvent(kind, given));
  moveTo(element);
  tell("pointermove");
  tellMouse("mousemove");
  tell("pointerdown");
  if (tellMouse("mousedown")) focusOn(element);
  tell("pointerup");
  tellMouse("mouseup");
  tellMouse("click");
}

/** What the mouse is over, from the inside out. */
let under: readonly HTMLElement[] = [];

/** Moves the mouse to an element, or away from every element. */
export function moveTo(element: HTMLElement | null): void {
  // Something may have been removed under the mouse.
  const from = under.find(({ isConnected }) => isConnected) ?? null;
  const pass = (kind: string, target: HTMLElement | null, other: HTMLElement | null) => {
    if (target === null) return;
    const given = { bubbles: true, pointerType: "mouse", relatedTarget: other as never };
    target.dispatchEvent(new pageWindow.PointerEvent(`pointer${kind}`, given));
    target.dispatchEvent(new pageWindow.MouseEvent(`mouse${kind}`, given));
  };
  pass("out", from, element);
  pass("over", element, from);
  under = element === null ? [] : withParents(element);
}

function withParents(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement as unknown as HTMLElement | null;
  return [element, ...(parent === null ? [] : withParents(parent))];
}

function focusOn(element: HTMLElement): void {
  const target = element.closest(focusable) as unknown as HTMLElement | null;
  if (target !== null) target.focus();
  else (pageWindow.document.activeElement as unknown as HTMLElement | null)?.blur();
}

/** Replaces the text of a field, as if it was selected and typed over. */
export function typeOver(field: HTMLInputElement, text: string): void {
  const { prototype } =
    field.tagName === "TEXTAREA" ? pageWindow.HTMLTextAreaElement : pageWindow.HTMLInputElement;
  // React puts its own property on the element, to notice changes that scripts make.
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(field, text);
  field.dispatchEvent(new pageWindow.InputEvent("input", { bubbles: true, data: text }));
}
