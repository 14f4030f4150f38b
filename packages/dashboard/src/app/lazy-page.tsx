import { type ComponentType, useCallback, useEffect, useState } from "react";
import { unreachable } from "../api/problem.ts";
import { type LazyPart, lazyPart, type MissingProps } from "../ui/lazy-part.tsx";
import { isServerThere, loadAgain } from "../ui/load-again.ts";
import type { SkeletonShape } from "../ui/skeleton.tsx";
import { Failure, Loading } from "../ui/states.tsx";

const againEveryMs = 3000;
/** The page for which the dashboard was reloaded, until that page has loaded. */
const reloadedKey = "weir.reloaded-for";

/** A page that is loaded when it is first opened. `name` is what its file exports, and `shape` what it looks like. */
export function lazyPage(
  load: () => Promise<Readonly<Record<string, unknown>>>,
  name: string,
  shape: SkeletonShape = "page",
): LazyPart<object> {
  const loadPage = async () => {
    const file = await load();
    if (sessionStorage.getItem(reloadedKey) === name) sessionStorage.removeItem(reloadedKey);
    return file[name] as ComponentType;
  };
  return lazyPart(loadPage, (props: MissingProps) => <MissingPage name={name} shape={shape} {...props} />);
}

type Reason = "away" | "gone";

const words: Record<Reason, Error> = {
  away: unreachable(),
  gone: new Error("This page is missing on the server. The server may be updating. Try again in a moment."),
};

/**
 * While the server is down, loading the page is retried. If the server is up but the page is missing, another
 * version of the dashboard is served by now, so everything is reloaded. This happens once, because the page
 * might be missing there too.
 */
function MissingPage({
  name,
  shape,
  load,
  onLoaded,
}: MissingProps & { readonly name: string; readonly shape: SkeletonShape }) {
  const [reason, setReason] = useState<Reason | null>(null);
  const look = useCallback(async () => {
    if (await load()) {
      onLoaded();
    } else if (!(await isServerThere())) {
      setReason("away");
    } else if (sessionStorage.getItem(reloadedKey) === name) {
      setReason("gone");
    } else {
      sessionStorage.setItem(reloadedKey, name);
      location.reload();
    }
  }, [name, load, onLoaded]);
  useEffect(() => void look(), [look]);
  useEffect(() => {
    if (reason !== "away") return;
    const timer = setInterval(() => void look(), againEveryMs);
    return () => clearInterval(timer);
  }, [reason, look]);
  const retry = async () => {
    if (await loadAgain(load)) onLoaded();
  };
  return reason === null ? (
    <Loading shape={shape} />
  ) : (
    <Failure error={words[reason]} onRetry={() => void retry()} />
  );
}
