import { describe, expect, test } from "bun:test";
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
      data: (socket, piece) => socket.data.received(piece),
      close: () => ended.resolve(),
    },
  });
  const connected = await Bun.connect<FrameSocket | null>({
    unix,
    data: null,
    socket: { data: () => undefined, drain: ({ data }) => data?.drained() },
  });
  const write = (piece: Buffer) => {
    pieces.push(piece.length);
    return connected.write(piece);
  };
  const frames = new FrameSocket(
    { write: write as typeof connected.write, end: () => connected.end() },
    () => undefined,
  );
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

describe("messages that there is no room for", () => {
  const large = Buffer.alloc(16 * 1024 * 1024);

  /** A socket that takes nothing until `isOpen` is set, and the messages that its peer has received. */
  function heldUpSocket() {
    const heard: number[] = [];
    const peer = new FrameSocket({ write: () => 0, end: () => 0 }, (message) =>
      heard.push((message as { nth: number }).nth),
    );
    const state = { isOpen: false };
    const write = (piece: Buffer) => {
      if (!state.isOpen) return 0;
      peer.received(piece);
      return piece.length;
    };
    return {
      state,
      heard,
      frames: new FrameSocket({ write: write as never, end: () => 0 }, () => undefined),
    };
  }

  test("are held back, keep their order, and are sent when the peer reads again", async () => {
    const { state, heard, frames } = heldUpSocket();
    const sent = [0, 1, 2, 3, 4, 5, 6].map((nth) => frames.sendWhenRoom({ nth, large }));
    expect(frames.send({ nth: 7 })).toBe(false);
    state.isOpen = true;
    frames.drained();
    expect(await Promise.all(sent)).toEqual(sent.map(() => true));
    await waitUntil("all have arrived", () => heard.length === sent.length);
    expect(heard).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test("are given up when the socket closes", async () => {
    const { frames } = heldUpSocket();
    const sent = [0, 1, 2, 3, 4, 5].map((nth) => frames.sendWhenRoom({ nth, large }));
    frames.closed();
    expect(await Promise.all(sent)).toEqual([true, true, true, true, false, false]);
    expect(await frames.sendWhenRoom("late")).toBe(false);
  });
});
