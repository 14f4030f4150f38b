import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { FrameSocket } from "./frame-socket.ts";

test("writes a large message in several turns, complete and in order, even if the socket is closed behind it", async () => {
  using folder = tempFolder();
  const unix = join(folder.path, "socket");
  const heard: unknown[] = [];
  const pieces: number[] = [];
  const ended = Promise.withResolvers<void>();
  using _listener = Bun.listen<FrameSocket>({
    unix,
    socket: {
      open(socket) {
        socket.data = new FrameSocket(socket, (message) => heard.push(message));
      },
      data(socket, piece) {
        pieces.push(piece.length);
        socket.data.received(piece);
      },
      close: () => ended.resolve(),
    },
  });
  const connected = await Bun.connect<FrameSocket | null>({
    unix,
    data: null,
    socket: { data: () => undefined, drain: ({ data }) => data?.drained() },
  });
  const frames = new FrameSocket(connected, () => undefined);
  connected.data = frames;
  const large = "x".repeat(5_000_000);
  frames.send(large);
  frames.send("small");
  await waitUntil("both have arrived", () => heard.length === 2);
  expect(heard).toEqual([large, "small"]);
  expect(Math.max(...pieces)).toBeLessThan(100_000);
  const last = "y".repeat(100_000);
  frames.send(last);
  frames.send("end");
  frames.close();
  await ended.promise;
  expect(heard.slice(2)).toEqual([last, "end"]);
});
