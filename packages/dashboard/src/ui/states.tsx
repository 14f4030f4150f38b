import { CircleAlert, LoaderCircle } from "lucide-react";
import { type ReactNode, useContext, useEffect } from "react";
import { messageOf } from "../api/problem.ts";
import { Button } from "./button.tsx";
import { LoadingContext } from "./loading-context.ts";
import { Skeleton, type SkeletonShape } from "./skeleton.tsx";
import { useLasting } from "./use-lasting.ts";

/** An empty list, and what to do about it. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      {icon !== undefined && (
        <div aria-hidden className="mb-1 text-faint">
          {icon}
        </div>
      )}
      <div className="font-medium">{title}</div>
      {children !== undefined && <div className="max-w-md text-sm text-muted">{children}</div>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Longer than nearly every answer takes. People wonder whether something is wrong then. */
const longMs = 10_000;

/** Something that is loading: its place if its shape is known, and otherwise a sign. Says so if it takes long. */
export function Loading({
  what = "Loading",
  shape,
}: {
  readonly what?: string;
  readonly shape?: SkeletonShape | undefined;
}) {
  const note = useContext(LoadingContext);
  useEffect(() => {
    note?.(1);
    return () => note?.(-1);
  }, [note]);
  const isLong = useLasting(true, longMs);
  const words = isLong ? `${what}… This takes longer than usual.` : `${what}…`;
  if (shape !== undefined) {
    return (
      <div>
        <p role="status" className={isLong ? "px-4 py-2 text-sm text-muted" : "sr-only"}>
          {words}
        </p>
        <div aria-hidden>
          <Skeleton shape={shape} />
        </div>
      </div>
    );
  }
  return (
    <div role="status" className="flex items-center justify-center gap-2 px-6 py-12 text-sm text-muted">
      <LoaderCircle size={16} aria-hidden className="animate-spin" />
      {words}
    </div>
  );
}

/** What could not be loaded, why, and a button to try again. */
export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <CircleAlert size={22} aria-hidden className="text-bad" />
      <div className="font-medium">Couldn’t load this</div>
      <div className="max-w-md text-sm text-muted">{messageOf(error)}</div>
      {onRetry !== undefined && (
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The error of a form, above its buttons. */
export function FormError({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <div role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      {messageOf(error)}
    </div>
  );
}

export function Note({
  tone = "info",
  children,
}: {
  readonly tone?: "info" | "warn" | "bad" | "ok";
  readonly children: ReactNode;
}) {
  const look = {
    info: "bg-info-soft text-info",
    warn: "bg-warn-soft text-warn",
    bad: "bg-bad-soft text-bad",
    ok: "bg-ok-soft text-ok",
  }[tone];
  return <div className={`rounded-md px-3 py-2 text-sm ${look}`}>{children}</div>;
}
