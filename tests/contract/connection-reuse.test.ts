import { describe, expect, test } from "bun:test";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { type Submission, wireRequest } from "../harness/device-client.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { renderHead, renderRequest } from "../harness/wire-request.ts";
import { type ContractServer, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";

/**
 * A refusal may be sent before the body has arrived. The rest of the body still belongs to the refused request: it must
 * not be read as the next request, and the connection must stay usable for that one.
 */
describe("a connection stays usable after an early refusal", () => {
  const server = useServer();
  const good = single({ data: { value: 42 } });

  /** A body that looks like repeated good requests of the same device, to a server that misreads it. */
  function smuggling({ weir }: ContractServer, device: CreatedDevice, bytes: number): string {
    const request = renderRequest(weir.url, wireRequest(device, single({ data: { value: 666 } })));
    const text = Buffer.from(request).toString("latin1");
    return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes);
  }

  type Refused = (body: string) => Submission;
  const refusals: Record<string, { status: number; bytes: number; refused: Refused }> = {
    "401 without a token": {
      status: 401,
      bytes: 10_000,
      refused: (body) => single(body, { headers: { authorization: null } }),
    },
    "404 of an unknown route": {
      status: 404,
      bytes: 10_000,
      refused: (body) => single(body, { path: "/nothing" }),
    },
    "405 of another method": {
      status: 405,
      bytes: 10_000,
      refused: (body) => single(body, { method: "PUT" }),
    },
    "415 of another type": {
      status: 415,
      bytes: 10_000,
      refused: (body) => single(body, { headers: { "content-type": "text/plain" } }),
    },
    "413 by Content-Length": { status: 413, bytes: 3 * 1024 * 1024, refused: (body) => single(body) },
    "413 in chunks": {
      status: 413,
      bytes: 3 * 1024 * 1024,
      refused: (body) => single(body, { chunkBytes: 64 * 1024 }),
    },
  };

  for (const [name, { status, bytes, refused }] of Object.entries(refusals)) {
    test(
      `${name}: all of it and a good request in one go`,
      async () => {
        resetClock(server());
        const { weir, client, createDevice } = server();
        const device = await createDevice();
        const request = refused(smuggling(server(), device, bytes));
        using connection = await RawConnection.open(weir.url);
        connection.write(renderRequest(weir.url, wireRequest(device, request)));
        connection.write(renderRequest(weir.url, wireRequest(device, good)));
        await expectTwoAnswers(server(), { connection, device, status });
        expect((await client.send(device, good)).json).toMatchObject({ duplicates: 1 });
      },
      timeoutMs,
    );
  }

  test(
    "sends 401 before the body, which comes afterwards",
    async () => {
      resetClock(server());
      const { weir, createDevice } = server();
      const device = await createDevice();
      const body = smuggling(server(), device, 100_000);
      const request = wireRequest(device, single(body, { headers: { authorization: null } }));
      using connection = await RawConnection.open(weir.url);
      connection.write(renderHead(weir.url, request));
      const early = await connection.answer();
      expect(early.status).toBe(401);
      connection.write(body);
      connection.write(renderRequest(weir.url, wireRequest(device, good)));
      expect((await connection.answer()).status).toBe(202);
      await expectNothingElse(server(), connection, device);
    },
    timeoutMs,
  );

  test(
    "leaves nothing behind when a client hangs up in the middle of its body",
    async () => {
      resetClock(server());
      const { weir, client, createDevice, stored } = server();
      const device = await createDevice();
      const whole = renderRequest(weir.url, wireRequest(device, single({ data: { value: 666 } })));
      {
        using connection = await RawConnection.open(weir.url);
        connection.write(whole.subarray(0, -1));
        expect((await client.send(device, single({}))).status).toBe(422);
      }
      expect((await client.send(device, good)).status).toBe(202);
      await weir.settle();
      expect(await stored.readings(uuidOf(device))).toMatchObject([{ value: 42 }]);
    },
    timeoutMs,
  );
});

async function expectTwoAnswers(
  server: ContractServer,
  { connection, device, status }: { connection: RawConnection; device: CreatedDevice; status: number },
): Promise<void> {
  const first = await connection.answer();
  server.client.check("single", first);
  expect(first.status).toBe(status);
  const second = await connection.answer();
  server.client.check("single", second);
  expect(second.status).toBe(202);
  await expectNothingElse(server, connection, device);
}

/**
 * A third request is answered next, so everything before it has had its answer, and only the good reading is stored.
 */
async function expectNothingElse(
  { weir, stored }: ContractServer,
  connection: RawConnection,
  device: CreatedDevice,
): Promise<void> {
  connection.write(renderRequest(weir.url, wireRequest(device, single({}))));
  expect((await connection.answer()).status).toBe(422);
  expect(connection.unreadBytes).toBe(0);
  await weir.settle();
  expect(await stored.readings(uuidOf(device))).toMatchObject([{ value: 42 }]);
}
