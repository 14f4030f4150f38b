import { expect, test } from "bun:test";
import { heldRequests, holdRequests } from "./held-requests.ts";

test("requests are held until they are released, and again if they are held once more", async () => {
  expect(heldRequests()).toBeNull();
  for (let times = 0; times < 2; times++) {
    const drawn = Promise.withResolvers<void>();
    holdRequests(drawn.promise);
    const held = heldRequests();
    expect(held).not.toBeNull();
    expect(Bun.peek.status(held!)).toBe("pending");
    drawn.resolve();
    await held;
    expect(heldRequests()).toBeNull();
  }
});
