import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { toast } from "../../ui/toast.tsx";
import { inParts } from "./in-parts.ts";

/** Puts messages back to wait by their ids, however many. */
export function useRetry(onDone: () => void): UseMutationResult<number, Error, readonly number[]> {
  return useMutation({
    mutationFn: async (ids) => {
      const answers = await inParts(ids, (part) => call("retryMessages", { body: { ids: part } }));
      return answers.reduce((sum, { retried }) => sum + retried.length, 0);
    },
    onSuccess: (count) => {
      toast(`${plural(count, "message")} will be sent again.`);
      onDone();
    },
    onError: (error) => toast(messageOf(error), "bad"),
    // Where it failed, a part may be done.
    onSettled: () => refresh("listMessages", "showCounts"),
  });
}
