import type { StreamedBody } from "../../ingest/http/answer.ts";
import type { RequestTurns } from "./request-turns.ts";
import type { TurnOwner } from "./work-turns.ts";

/**
 * Makes each piece of a body in a turn of its own, so that a long answer does not delay others. A body that is in memory
 * already costs nothing, and a live stream waits for events, which is no work.
 */
export function bodyInTurns(
  body: string | StreamedBody,
  turns: Pick<RequestTurns, "take">,
  owner: TurnOwner,
): string | StreamedBody {
  if (typeof body === "string" || body.isEndless || body.shared !== undefined) return body;
  const { sizeBytes } = body;
  return {
    ...(sizeBytes === undefined ? {} : { sizeBytes }),
    async *[Symbol.asyncIterator]() {
      const pieces = body[Symbol.asyncIterator]();
      try {
        for (;;) {
          const { value, done } = await turns.take(owner, () => pieces.next());
          if (done) return;
          yield value;
        }
      } finally {
        await pieces.return?.();
      }
    },
  };
}
