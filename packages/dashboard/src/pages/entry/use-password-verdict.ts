import { useEffect, useState } from "react";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";

/** Details of the person whose password it will be. */
export interface PasswordHolder {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

type PasswordVerdict = CallAnswer<"checkPassword">;

/** The server is asked when the person pauses, not after every key. */
const pauseMs = 400;

/**
 * The server's verdict on the password, once the person pauses. Undefined until the server has answered. If it does not
 * answer, submitting the form reports the problem.
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
        // Too many requests, or the server is unreachable.
      }
    }, pauseMs);
    return () => {
      clearTimeout(pause);
      asking.abort();
    };
  }, [password, isLongEnough, email, name]);
  return judged?.password === password && isLongEnough ? judged.verdict : undefined;
}
