import { describe } from "bun:test";

/**
 * Tests that need more than every machine has. If something is missing, they are skipped with the reason in their name.
 */
export function describeUnless(problem: string | null, subject: string, body: () => void): void {
  const name = problem === null ? subject : `${subject} (skipped: ${problem})`;
  describe.skipIf(problem !== null)(name, body);
}
