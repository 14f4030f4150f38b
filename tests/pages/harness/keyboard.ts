import type { HTMLElement, HTMLInputElement } from "happy-dom";
import { clickOn, typeOver } from "./gestures.ts";
import { pageWindow } from "./window.ts";

/** Presses keys where the focus is. It does not know where the tabulator key leads: a browser does. */
export class Keyboard {
  async type(text: string): Promise<void> {
    for (const letter of text) await this.press(letter);
  }

  /** Such as `Enter`, `a` or `Control+Shift+z`. */
  async press(keys: string): Promise<void> {
    const parts = keys === "+" ? ["+"] : keys.split("+");
    const key = parts.at(-1)!;
    if (key === "Tab") throw new Error("Only a browser knows what the tabulator key does.");
    const held = new Set(parts.slice(0, -1));
    const target = (pageWindow.document.activeElement ?? pageWindow.document.body) as unknown as HTMLElement;
    const given = {
      key,
      code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
      bubbles: true,
      cancelable: true,
      composed: true,
      ctrlKey: held.has("Control"),
      shiftKey: held.has("Shift"),
      altKey: held.has("Alt"),
    };
    const isTaken = !target.dispatchEvent(new pageWindow.KeyboardEvent("keydown", given));
    if (!isTaken && held.size === 0) act(target, key);
    target.dispatchEvent(new pageWindow.KeyboardEvent("keyup", given));
    // Components may answer in the next turn.
    await Bun.sleep(0);
  }
}

/** What a browser does with a key that the page leaves to it. */
function act(target: HTMLElement, key: string): void {
  const isField = /^(INPUT|TEXTAREA)$/.test(target.tagName);
  if (key === "Enter" && /^(A|BUTTON)$/.test(target.tagName)) target.click();
  else if (key === "Enter" && target.tagName === "INPUT") submit(target as HTMLInputElement);
  else if (key === " " && target.tagName === "BUTTON") clickOn(target);
  else if (isField && key.length === 1) insert(target as HTMLInputElement, key);
  else if (isField && (key === "Delete" || key === "Backspace")) typeOver(target as HTMLInputElement, "");
}

function submit(field: HTMLInputElement): void {
  if (field.form === null) return;
  const { form, ownerDocument } = field;
  const button =
    form.querySelector("button:not([type=button])") ?? ownerDocument.querySelector(`[form="${form.id}"]`);
  (button as unknown as HTMLElement | null)?.click();
}

function insert(field: HTMLInputElement, letter: string): void {
  typeOver(field, field.value + letter);
}
