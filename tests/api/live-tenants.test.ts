import { expect, setDefaultTimeout, test } from "bun:test";
import { serveOwner } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const { owner } = await serveOwner({ WEIR_STREAMS_MAX: "6" });

test("accounts of one person share what the live streams of the server leave for one", async () => {
  const { json: second } = await owner.call("POST", "/accounts", { name: "Second" });
  const sessions = [owner, owner.at(owner.url, second.uuid)];
  const leaving = new AbortController();
  // A stream whose answer nobody has any more may be closed when the runtime looks for unused memory.
  const answers: Response[] = [];
  const open = async (nth: number) => {
    const answer = await sessions[nth % 2]!.open("/live", leaving.signal);
    answers.push(answer);
    return answer.status;
  };
  try {
    // Nobody may open more than are left for others, which is three of six. Two people would get four.
    expect([await open(0), await open(1), await open(2), await open(3)]).toEqual([200, 200, 200, 503]);
  } finally {
    leaving.abort();
  }
});
