import { expect, test } from "bun:test";
import { Delivery } from "./delivery.ts";

test("tells the processes that deliver of new messages while this one does not deliver", async () => {
  let told = 0;
  const outbox = { retry: async () => true };
  const delivery = new Delivery({ outbox } as unknown as ConstructorParameters<typeof Delivery>[0], () => {
    told++;
  });

  delivery.wake();
  await delivery.store.retry(1, 0);

  expect(told).toBe(2);
});
