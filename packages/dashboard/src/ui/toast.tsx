import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, X } from "lucide-react";

type Tone = "ok" | "bad";

const toasts = Toast.createToastManager<{ tone: Tone; undo?: () => void }>();

/** Says something in the corner for a moment. With `undo`, it can be taken back while it is shown. */
export function toast(text: string, tone: Tone = "ok", undo?: () => void): void {
  toasts.add({
    title: text,
    timeout: tone === "bad" || undo !== undefined ? 8000 : 4000,
    data: { tone, ...(undo === undefined ? {} : { undo }) },
  });
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(380px,calc(100vw-2rem))] flex-col gap-2 max-md:bottom-18">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts: shown, close } = Toast.useToastManager<{ tone: Tone; undo?: () => void }>();
  return shown.map((item) => {
    const { tone = "ok", undo } = item.data ?? {};
    const Icon = tone === "ok" ? CircleCheck : CircleAlert;
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        className="flex items-start gap-2.5 rounded-md border border-line bg-raised px-3 py-2.5 shadow-(--shadow)"
      >
        <Icon size={16} aria-hidden className={tone === "ok" ? "mt-0.5 text-ok" : "mt-0.5 text-bad"} />
        <Toast.Title className="flex-1 text-sm" />
        {undo !== undefined && (
          <button
            type="button"
            className="text-sm font-medium text-accent hover:underline"
            onClick={() => {
              undo();
              close(item.id);
            }}
          >
            Undo
          </button>
        )}
        <Toast.Close aria-label="Close" className="text-muted hover:text-text">
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
