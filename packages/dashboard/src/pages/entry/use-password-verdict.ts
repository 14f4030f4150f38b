import { useEffect, useState } from "react";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";

/** What the form knows about the person whose password it will be. */
export interface PasswordHolder {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

type PasswordVerdict = CallAnswer<"checkPassword">;

/** Long enough that a question is asked when somebody pauses, and not with every key. */
const pauseMs = 400;

/**
 * What the server thinks of the password, once whoever types it pauses. Undefined until it has answered, and where it
 * does not answer: then the form's own answer says it.
 */
export function usePasswordVerdict(
  password: string,
  isLongEnough: boolean,
  { email, name }: PasswordHolder,
): PasswordVerdict | undefined {
  const [judged, setJudged] = useState<{ password: string; verdict: PasswordVerdict } | null>(null);
  useEffect(() => {
    if (!isLongEnough) return;
    const asking = new AbortController();
    const pause = setTimeout(async () => {
      try {
        const body = { password, email, name };
        const verdict = await call("checkPassword", { body, signal: asking.signal });
        setJudged({ password, verdict });
      } catch {
        // Asked too often, or out of reach.
      }
    }, pauseMs);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [password, isLongEnough, email, name]);
  return judged?.password === password && isLongEnough ? judged.verdict : undefined;
}
