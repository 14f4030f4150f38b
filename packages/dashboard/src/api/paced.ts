/** Something that is done at once when asked for, but not again before a while has passed, however often it is asked for. */
export interface Paced {
  ask(): void;
  /** Forgets what was asked for and not done yet. */
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
