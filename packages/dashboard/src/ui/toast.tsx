import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

type Tone = "ok" | "bad";

/** What a toast shows besides its text. */
export interface ToastContent {
  readonly icon: ReactNode;
  readonly undo?: (() => void) | undefined;
  readonly link?: ToastLink | undefined;
}

export interface ToastLink {
  readonly label: string;
  readonly href: string;
  /** Opens the address without reloading the page. */
  readonly onFollow: () => void;
}

interface ToastOptions {
  /** Replaces an open toast with the same id. */
  readonly id: string;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly link: ToastLink;
  readonly timeoutMs: number;
  readonly onClose: () => void;
}

/** A toast as the library takes it. */
interface NewToast {
  readonly id?: string;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly timeout: number;
  readonly onClose?: () => void;
  readonly data: ToastContent;
}

interface Corner {
  readonly add: (toast: NewToast) => void;
  readonly close: (id: string) => void;
}

type Act = (corner: Corner) => void;

let corner: Corner | null = null;
/** What happens once the corner is on the page. */
const waiting: Act[] = [];
/** Told when a toast waits for the corner. */
const listeners = new Set<() => void>();

const icons: Record<Tone, ReactNode> = {
  ok: <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />,
  bad: <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />,
};

/** Shows a short message in the corner. With `undo`, the change can be reverted while the toast is shown. */
export function toast(text: string, tone: Tone = "ok", undo?: () => void): void {
  inCorner(({ add }) =>
    add({
      title: text,
      timeout: tone === "bad" || undo !== undefined ? 8000 : 4000,
      data: { icon: icons[tone], undo },
    }),
  );
}

/** Announces an event, with a link to it. */
export function toastWithLink(options: ToastOptions): void {
  const { id, icon, title, description, link, timeoutMs, onClose } = options;
  inCorner(({ add }) => add({ id, title, description, timeout: timeoutMs, onClose, data: { icon, link } }));
}

export function closeToast(id: string): void {
  inCorner(({ close }) => close(id));
}

function inCorner(act: Act): void {
  if (corner !== null) {
    act(corner);
    return;
  }
  waiting.push(act);
  for (const listener of listeners) listener();
}

/** Calls back when a toast waits for the corner, also if one waits already. Returns a function that stops this. */
export function whenToastWaits(listener: () => void): () => void {
  listeners.add(listener);
  if (waiting.length > 0) listener();
  return () => listeners.delete(listener);
}

/** Called with the corner when it is on the page, and with null when it is removed. */
export function fillCorner(shown: Corner | null): void {
  corner = shown;
  if (shown !== null) for (const act of waiting.splice(0)) act(shown);
}
