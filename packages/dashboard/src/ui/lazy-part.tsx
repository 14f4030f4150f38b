import { type ComponentType, createElement, useEffect, useReducer, useState } from "react";
import { unreachable } from "../api/problem.ts";
import { loadAgain } from "./load-again.ts";
import { Failure, Loading } from "./states.tsx";

/** Shown instead of a part that is not loaded. */
export interface MissingProps<Props = object> {
  /** Loads the part and returns whether that worked. */
  readonly load: () => Promise<boolean>;
  readonly onLoaded: () => void;
  /** Those of the part. */
  readonly props: Props;
}

export interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Loads the part ahead of time, and returns whether that worked. */
  load: () => Promise<boolean>;
  /** The same for the router. Missing once the part is loaded. */
  preload?: () => Promise<void>;
}

/**
 * A part of the page that is loaded when it is first shown. Unlike with React's own `lazy`, a part that failed to load
 * does not affect anything around it and can be tried again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Missing: ComponentType<MissingProps<Props>> = MissingPart,
): LazyPart<Props> {
  let part: ComponentType<Props> | undefined;
  let loading: Promise<boolean> | undefined;
  const tryToLoad = (): Promise<boolean> => {
    loading ??= load()
      .then((loaded) => {
        part = loaded;
        delete Lazy.preload;
        return true;
      })
      .catch(() => false)
      .finally(() => {
        loading = undefined;
      });
    return loading;
  };
  const Lazy: LazyPart<Props> = Object.assign(
    (props: Props) => {
      const [, showAgain] = useReducer((times: number) => times + 1, 0);
      if (part === undefined) return <Missing load={tryToLoad} onLoaded={showAgain} props={props} />;
      return createElement(part, props);
    },
    { load: tryToLoad, preload: async () => void (await tryToLoad()) },
  );
  return Lazy;
}

function MissingPart({ load, onLoaded }: Omit<MissingProps, "props">) {
  const [isMissing, setIsMissing] = useState(false);
  const look = async (loadPart: () => Promise<boolean>) => {
    setIsMissing(false);
    if (await loadPart()) onLoaded();
    else setIsMissing(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads by itself only once, when it is first shown.
  useEffect(() => void look(load), []);
  if (!isMissing) return <Loading />;
  return <Failure error={unreachable()} onRetry={() => void look(() => loadAgain(load))} />;
}
