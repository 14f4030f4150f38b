import { expect, test } from "bun:test";
import { devices, single, TestServer, tokens } from "./usual/test-server.ts";

const [oldToken, newToken] = tokens as [string, string];

test("a request whose device was looked up while changes may have been missed is not taken once they are known", async () => {
  const asked = Promise.withResolvers<void>();
  const limiter = Promise.withResolvers<void>();
  await using server = await TestServer.startWaiting(limiter.promise, asked.resolve);
  server.isCutOff = true;
  const answer = server.send(single(1, oldToken));
  await asked.promise;
  // The node has joined again and loaded everything, and the token was replaced meanwhile.
  server.registry.put({
    ...devices[0]!,
    tokenHash: new Bun.CryptoHasher("sha256").update(newToken).digest(),
  });
  server.isCutOff = false;
  limiter.resolve();
  expect(JSON.parse(await answer)).toMatchObject({ status: 503 });
  expect(JSON.parse(await server.send(single(2, oldToken)))).toMatchObject({ status: 401 });
  expect(JSON.parse(await server.send(single(3, newToken)))).toMatchObject({ status: 202 });
});
