import { expect } from "bun:test";

/** The answer of a Weir that cannot make readings durable now, as in the contract. */
export async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await response.json()).toEqual({ message: "Service unavailable.", error: "unavailable" });
}
