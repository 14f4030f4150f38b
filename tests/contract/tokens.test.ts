import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { contractTable, expectAnswer, type Row } from "./contract-table.ts";
import { type ExpectedAnswer, invalidToken, missingToken, queued } from "./expected-answers.ts";

const reading = { data: { value: 1 } };

const server = useServer();

describe("tokens: the Authorization header", () => {
  /** `T` stands for the device's token. */
  const authorized = (header: string | null, answer: ExpectedAnswer): Row => ({
    ruling: header === null ? "no header" : `"${header}"`,
    request: (device) =>
      single(reading, { headers: { authorization: header?.replace("T", device.token) ?? null } }),
    answer,
  });

  describe("the scheme name is case-insensitive", () => {
    contractTable(server, [
      authorized("Bearer T", queued({ accepted: 1 })),
      authorized("bearer T", queued({ accepted: 1 })),
      authorized("BEARER T", queued({ accepted: 1 })),
      authorized("bEaReR T", queued({ accepted: 1 })),
    ]);
  });

  describe("not in Bearer form: missing_token", () => {
    contractTable(server, [
      authorized(null, missingToken),
      authorized("", missingToken),
      authorized("T", missingToken),
      authorized("Bearer", missingToken),
      authorized("Bearer ", missingToken),
      authorized("BearerT", missingToken),
      authorized("Bearer:T", missingToken),
      authorized("Bearer T T", missingToken),
      authorized("Bearer wdt_x, Bearer wdt_y", missingToken),
      authorized("Basic T", missingToken),
      authorized("Token T", missingToken),
      authorized("Digest username=T", missingToken),
    ]);
  });

  describe("not this device's token: invalid_token", () => {
    contractTable(server, [
      authorized("Bearer wdt_", invalidToken),
      authorized("Bearer x", invalidToken),
      authorized("Bearer Tx", invalidToken),
      authorized("Bearer xT", invalidToken),
      authorized('Bearer "T"', invalidToken),
      authorized("Bearer __proto__", invalidToken),
      {
        ruling: "a token in another case",
        request: ({ token }) => single(reading, { headers: { authorization: `Bearer ${swapCase(token)}` } }),
        answer: invalidToken,
      },
      {
        ruling: "a token that lacks its last character",
        request: ({ token }) =>
          single(reading, { headers: { authorization: `Bearer ${token.slice(0, -1)}` } }),
        answer: invalidToken,
      },
      {
        ruling: "the device's UUID",
        request: ({ uuid }) => single(reading, { headers: { authorization: `Bearer ${uuid}` } }),
        answer: invalidToken,
      },
    ]);

    test(
      "the token of another device",
      async () => {
        const { client, createDevice } = server();
        const [device, other] = [await createDevice(), await createDevice()];
        expectAnswer(await client.send({ ...device, token: other.token }, single(reading)), invalidToken);
      },
      timeoutMs,
    );

    test(
      "does not accept a token in the query",
      async () => {
        const { client, createDevice } = server();
        const device = await createDevice();
        const path = `/api/v1/devices/${device.uuid}/readings?access_token=${device.token}`;
        const request = { ...single(reading), path, headers: { authorization: null } };
        expectAnswer(await client.send(device, request), missingToken);
      },
      timeoutMs,
    );
  });
});

describe("tokens: life", () => {
  test(
    "have 256 random bits behind the prefix wdt_, and are never repeated",
    async () => {
      const { createDevice } = server();
      const tokens = [(await createDevice()).token, (await createDevice()).token];
      for (const token of tokens) {
        expect(token).toStartWith("wdt_");
        expect(Buffer.from(token.slice("wdt_".length), "base64url")).toHaveLength(32);
      }
      expect(tokens[0]).not.toBe(tokens[1]);
    },
    timeoutMs,
  );

  unlessCluster("it is about files")(
    "a token lies in no file of the server",
    async () => {
      const { weir, createDevice, control } = server();
      const device = await createDevice();
      const tokens = [device.token, await control.regenerateToken(device.uuid)];
      const files = readdirSync(weir.dataDir!, { withFileTypes: true }).filter((entry) => entry.isFile());
      expect(files.map(({ name }) => name)).toContain("control.db");
      for (const { name } of files) {
        const bytes = readFileSync(join(weir.dataDir!, name));
        for (const token of tokens) expect(bytes.includes(token)).toBe(false);
        for (const token of tokens) {
          expect(bytes.includes(Buffer.from(token.slice("wdt_".length), "base64url"))).toBe(false);
        }
      }
    },
    timeoutMs,
  );

  test(
    "are refused for a disabled device, and accepted again when it is enabled",
    async () => {
      const { client, createDevice, control } = server();
      resetClock(server());
      const device = await createDevice();
      await control.update(device.uuid, { enabled: false });
      expectAnswer(await client.send(device, single(reading)), invalidToken);
      await control.update(device.uuid, { enabled: true });
      expectAnswer(await client.send(device, single(reading)), queued({ accepted: 1 }));
    },
    timeoutMs,
  );

  test(
    "stop working at once when regenerated, for every request begun after it",
    async () => {
      const { client, createDevice, control } = server();
      resetClock(server());
      let device: CreatedDevice = await createDevice();
      for (let round = 0; round < 5; round++) {
        const token = await control.regenerateToken(device.uuid);
        const old = Array.from({ length: 5 }, () => client.send(device, single(reading)));
        for (const answer of await Promise.all(old)) expectAnswer(answer, invalidToken);
        device = { ...device, token };
        expect((await client.send(device, single(reading))).status).toBe(202);
      }
    },
    timeoutMs,
  );

  test(
    "are never accepted after being regenerated under load",
    async () => {
      const { client, createDevice, control } = server();
      resetClock(server());
      const device = await createDevice();
      let regenerated = false;
      const late: number[] = [];
      const fire = async () => {
        for (let rounds = 0; rounds < 5; ) {
          const begunAfter = regenerated;
          const { status } = await client.send(device, single(reading));
          if (!begunAfter) continue;
          late.push(status);
          rounds++;
        }
      };
      const firing = [fire(), fire(), fire()];
      await control.regenerateToken(device.uuid);
      regenerated = true;
      await Promise.all(firing);
      expect(late).toEqual(Array(15).fill(401));
    },
    timeoutMs,
  );
});

function swapCase(text: string): string {
  const upper = text.toUpperCase();
  return text === upper ? text.toLowerCase() : upper;
}
