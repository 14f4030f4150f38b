/** For tests: a thread that writes the activity of devices on a connection of its own, a step with each message. */
import { onlyPartition } from "../queue/position.ts";
import { openTestStore } from "../store/engine/sqlite/test-store.ts";
import { TestDeviceActivity } from "./test-device-activity.ts";

declare const self: Worker;

self.onmessage = async ({ data: folder }: MessageEvent<string>) => {
  const store = openTestStore(folder);
  const { epoch } = await store.ownership.take(onlyPartition);
  const activity = new TestDeviceActivity({ store: store.activityKeeper, epoch });
  await activity.write(1);
  self.onmessage = () => {
    self.onmessage = async () => {
      activity.hearOfDeletion();
      await activity.settle();
      await store.close();
      self.postMessage("settled");
    };
    self.postMessage("writes");
    // Waits for the lock, and the thread with it.
    void activity.write(2);
  };
  self.postMessage("has written");
};
