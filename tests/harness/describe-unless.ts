import { describe } from "bun:test";

/** Tests that need more than every machine has. Where it is missing they are skipped, and the reason is in the name. */
export function describeUnless(problem: string | null, subject: string, body: () => void): void {
  const name = problem === null ? subject : `${subject} (skipped: ${problem})`;
  describe.skipIf(problem !== null)(name, body);
}
