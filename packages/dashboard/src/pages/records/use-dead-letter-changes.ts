import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import type { CallAnswer, CallInput } from "../../api/route-types.ts";
import { countText, plural } from "../../format/number.ts";
import { toast } from "../../ui/toast.tsx";

export type Choice = CallInput<"replayDeadLetters">["body"];

/** The result. */
interface Report {
  readonly text: string;
  readonly isGood: boolean;
}

/** Replays all selected dead letters, with several calls if needed, and reports the result. */
export function useReplay(onDone?: () => void): UseMutationResult<Report, Error, Choice> {
  return useWork(async (choice) => {
    const sum = await replayAll(choice);
    return { text: replayedText(sum), isGood: sum.dead === 0 && sum.skipped === 0 };
  }, onDone);
}

export function useDiscard(onDone: () => void): UseMutationResult<Report, Error, Choice> {
  return useWork(async (choice) => {
    let discarded = 0;
    await untilNoneRemain(choice, async (body) => {
      const done = await call("discardDeadLetters", { body });
      discarded += done.discarded;
      return done;
    });
    return { text: `${plural(discarded, "dead letter")} discarded.`, isGood: true };
  }, onDone);
}

function useWork(
  work: (choice: Choice) => Promise<Report>,
  onDone?: () => void,
): UseMutationResult<Report, Error, Choice> {
  return useMutation({
    mutationFn: work,
    onSuccess: async ({ text, isGood }) => {
      await refresh("listDeadLetters", "listAlarms", "listMessages", "showCounts");
      toast(text, isGood ? "ok" : "bad");
      onDone?.();
    },
    onError: async (error) => {
      // Some may have been replayed by then.
      await refresh("listDeadLetters", "showCounts");
      toast(messageOf(error), "bad");
    },
  });
}

type Replayed = Pick<
  CallAnswer<"replayDeadLetters">,
  "replayed" | "saved" | "already_stored" | "ended" | "dead" | "skipped"
>;

async function replayAll(choice: Choice): Promise<Replayed> {
  const sum = { replayed: 0, saved: 0, already_stored: 0, ended: 0, dead: 0, skipped: 0 };
  await untilNoneRemain(choice, async (body) => {
    const done = await call("replayDeadLetters", { body });
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += done[key];
    return done;
  });
  return sum;
}

/**
 * Repeats a call until nothing remains. A call does as much as it has time for. It also returns the last id that it
 * covers, so that newer dead letters are left alone.
 */
async function untilNoneRemain(
  choice: Choice,
  work: (body: Choice) => Promise<{ readonly remaining: number; readonly up_to_id: number | null }>,
): Promise<void> {
  let body = choice;
  for (;;) {
    const { remaining, up_to_id } = await work(body);
    if (remaining === 0 || up_to_id === null) return;
    body = { ...choice, up_to_id };
  }
}

function replayedText({ replayed, saved, already_stored, ended, dead, skipped }: Replayed): string {
  const parts = [
    saved > 0 && `${countText(saved)} saved`,
    already_stored > 0 && `${countText(already_stored)} already stored`,
    ended > 0 && `${countText(ended)} not saved`,
    dead > 0 && `${countText(dead)} failed again`,
    skipped > 0 && `${countText(skipped)} could not be replayed`,
  ].filter(Boolean);
  return `${countText(replayed)} replayed${parts.length === 0 ? "" : `: ${parts.join(", ")}`}.`;
}
