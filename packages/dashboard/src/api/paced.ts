/** An action that runs at once when asked for, and then at most once per interval, however often it is asked for. */
export interface Paced {
  ask(): void;
  /** Cancels a run that has not happened yet. */
  stop(): void;
}

export function paced(act: () => void, everyMs: number): Paced {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const begin = () => {
    isAsked = false;
    pause = setTimeout(end, everyMs);
    act();
  };
  const end = () => {
    pause = undefined;
    if (isAsked) begin();
  };
  return {
    ask() {
      if (pause === undefined) begin();
      else isAsked = true;
    },
    stop() {
      clearTimeout(pause);
      pause = undefined;
      isAsked = false;
    },
  };
}
