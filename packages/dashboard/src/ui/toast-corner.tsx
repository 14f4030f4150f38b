import { Toast } from "@base-ui/react/toast";
import { X } from "lucide-react";
import { type MouseEvent, useEffect } from "react";
import { fillCorner, type ToastContent, type ToastLink } from "./toast.tsx";

const toasts = Toast.createToastManager<ToastContent>();

/** The corner in which toasts are shown. */
export function ToastCorner() {
  // Runs after the provider listens.
  useEffect(() => {
    fillCorner(toasts);
    return () => fillCorner(null);
  }, []);
  return (
    <Toast.Provider toastManager={toasts} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(380px,calc(100vw-2rem))] flex-col gap-2 max-rail:bottom-18">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts: shown, close } = Toast.useToastManager<ToastContent>();
  return shown.map((item) => {
    const { icon, undo, link } = item.data!;
    return (
      <Toast.Root
        key={item.id}
        toast={item}
        className="flex items-start gap-2.5 rounded-md border border-line bg-raised px-3 py-2.5 shadow-(--shadow)"
      >
        {icon}
        <div className="min-w-0 flex-1">
          <Toast.Title className="text-sm wrap-anywhere" render={<div />} />
          {item.description !== undefined && (
            <Toast.Description
              className="mt-0.5 line-clamp-3 text-sm wrap-anywhere text-muted"
              render={<div />}
            />
          )}
          {link !== undefined && <FollowLink link={link} onFollowed={() => close(item.id)} />}
        </div>
        {undo !== undefined && (
          <button
            type="button"
            className="min-h-6 text-sm font-medium text-accent hover:underline"
            onClick={() => {
              undo();
              close(item.id);
            }}
          >
            Undo
          </button>
        )}
        <Toast.Close
          aria-label="Close"
          className="-m-1 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-text"
        >
          <X size={14} aria-hidden />
        </Toast.Close>
      </Toast.Root>
    );
  });
}

/** A real link, so that it can be opened in another tab. */
function FollowLink({ link, onFollowed }: { readonly link: ToastLink; readonly onFollowed: () => void }) {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    link.onFollow();
    onFollowed();
  };
  return (
    <a
      href={link.href}
      onClick={follow}
      className="mt-1 inline-flex min-h-6 items-center text-sm font-medium text-accent hover:underline"
    >
      {link.label}
    </a>
  );
}
