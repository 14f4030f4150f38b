import { readFileSync } from "node:fs";

/**
 * Checks the worst chains one after the other, on several connections, until it is told to stop: see
 * hostile-viewer.ts.
 */
const [target, bodiesFile, connections] = process.argv.slice(2);
const bodies = readFileSync(bodiesFile!, "utf8").split("\n");
const headers = {
  authorization: `Bearer ${process.env.WEIR_BENCH_KEY}`,
  "content-type": "application/json",
};
const counts = new Map<number, number>();

async function loop(start: number): Promise<void> {
  for (let index = start; ; index++) {
    const response = await fetch(target!, { method: "POST", headers, body: bodies[index % bodies.length]! });
    await response.arrayBuffer();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
  }
}

// Requests that are still waiting may wait for a long time.
process.on("SIGTERM", () => {
  console.log([...counts].map(([status, count]) => `${count} times ${status}`).join(", "));
  process.exit();
});
await Promise.all(Array.from({ length: Number(connections) }, (_, index) => loop(index)));
