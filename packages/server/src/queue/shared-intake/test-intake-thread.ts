/** For tests: an intake thread with one ring. */
import { openTestIntake } from "../log-intake/test-intake.ts";
import { at } from "../test-positions.ts";
import { RingServer } from "./ring-server.ts";
import type { FromTestThread, ToTestThread } from "./test-thread-messages.ts";

declare const self: Worker;

type Opened = Awaited<ReturnType<typeof openTestIntake>>;

let opened: Opened;
let server: RingServer;
let found = Promise.withResolvers<number[]>();

self.onmessage = async ({ data: message }: MessageEvent<ToTestThread>) => {
  switch (message.kind) {
    case "open": {
      opened = await openTestIntake(message.dataDir, {
        ...message.options,
        async findStored({ values }) {
          found = Promise.withResolvers();
          post({ kind: "find", values });
          return { receivedMs: await found.promise, newestUs: [], free: [] };
        },
      });
      server = new RingServer(opened.intake, message.ring, post);
      post({ kind: "opened" });
      break;
    }
    case "found":
      found.resolve([...message.receivedMs]);
      break;
    case "settle":
      opened.queue.settled({ position: opened.queue.lastPosition, durablePosition: at(0) });
      break;
    case "close":
      await opened.queue.close();
      post({ kind: "closed" });
      break;
    default:
      server.receive(message);
  }
};

function post(message: FromTestThread): void {
  self.postMessage(message);
}
