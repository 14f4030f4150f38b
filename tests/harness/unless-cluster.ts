import { test } from "bun:test";
import { givenEngines } from "./given-engines.ts";

/** A test of something that only one machine has. On a cluster it is skipped, with the reason in its name. */
export function unlessCluster(reason: string): typeof test | typeof test.skip {
  if (givenEngines === null) return test;
  return ((name: string, ...rest: [() => Promise<void>, number?]) =>
    test.skip(`${name} (skipped: ${reason})`, ...rest)) as typeof test.skip;
}
