import { expect, setDefaultTimeout, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { serveAccount } from "./serve-owner.ts";

setDefaultTimeout(60_000);

test("shows the metadata of dry-run samples exactly as they were written", async () => {
  const { owner, weir } = await serveAccount();
  const [chain] = (await owner.call("GET", "./chains")).json.items;
  const metadata = '{"id":12345678901234567890,"far":1e400,"odd":9007199254740993,"zero":-0}';
  const path = `${managePath}/accounts/${owner.account}/chains/${chain.uuid}/dry-run`;
  const response = await fetch(weir.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      cookie: owner.cookie,
      "sec-fetch-site": "same-origin",
    },
    body: `{"version":"live","samples":[{"value":1,"metadata":${metadata}}]}`,
  });
  const answer = await response.text();
  expect([response.status, answer]).toEqual([200, expect.stringContaining(`"metadata":${metadata}`)]);
  // In the sample, at the input and output of each node, and as it would be saved.
  expect(answer.split(`"metadata":${metadata}`).length - 1).toBeGreaterThanOrEqual(4);
});
