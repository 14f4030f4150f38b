import { expect, test } from "bun:test";
import type { CreatedDevice } from "../../packages/server/src/manage/devices/insert-device.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { timeoutMs, useServer } from "./contract-server.ts";

const MiB = 1024 * 1024;
const server = useServer();
const narrow = useServer({ bodies_bytes_max: String(MiB) });

function head({ uuid, token }: CreatedDevice, bytes: number): string {
  const lines = [
    `POST /api/v1/devices/${uuid}/readings HTTP/1.1`,
    "Host: weir",
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${bytes}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const single = '{"data":[{"sensor_slug":"temperature","value":1}]}';

test(
  "answers a single reading before the largest bodies of another account that arrived earlier",
  async () => {
    const { weir, createDevice } = server();
    const [hostile, honest] = [
      await createDevice({ account: "Hostile" }),
      await createDevice({ account: "Honest" }),
    ];
    // As many distinct keys as fit, which is what takes longest to parse.
    const keys = Array.from({ length: 150_000 }, (_, nth) => `"k${nth.toString(36)}":0`).join();
    const worst = `{"data":[{"sensor_slug":"temperature","value":1}],${keys}}`;
    expect(worst.length).toBeLessThan(2 * MiB);
    using held = new DisposableStack();
    const large = await Promise.all(Array.from({ length: 12 }, () => RawConnection.open(weir.url)));
    for (const connection of large) held.use(connection);
    using quick = await RawConnection.open(weir.url);
    quick.write(head(honest, single.length) + single);
    expect((await quick.answer()).status).toBe(202);
    let answered = 0;
    const answers = large.map(async (connection) => {
      connection.write(head(hostile, worst.length));
      connection.write(worst);
      const { status } = await connection.answer();
      answered++;
      return status;
    });
    while (answered === 0) await new Promise(setImmediate);
    quick.write(head(honest, single.length) + single);
    expect((await quick.answer()).status).toBe(202);
    expect(answered).toBeLessThan(large.length - 2);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([202]));
  },
  timeoutMs,
);

test(
  "accepts the bodies of another account while a device holds as much as it can of the room for bodies",
  async () => {
    const { weir, createDevice } = narrow();
    const [hostile, honest] = [
      await createDevice({ account: "Hostile" }),
      await createDevice({ account: "Honest" }),
    ];
    const padded = single.padEnd(200_000);
    using held = new DisposableStack();
    for (let nth = 0; nth < 20; nth++) {
      const connection = held.use(await RawConnection.open(weir.url));
      connection.write(head(hostile, 100_000));
      connection.write(single.padEnd(90_000));
    }
    using other = await RawConnection.open(weir.url);
    other.write(head(honest, padded.length));
    for (let at = 0; at < padded.length; at += 50_000) {
      other.write(padded.slice(at, at + 50_000));
      await new Promise(setImmediate);
    }
    expect((await other.answer()).status).toBe(202);
  },
  timeoutMs,
);
