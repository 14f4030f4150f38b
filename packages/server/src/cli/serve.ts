import { startEmbedded } from "../compose/embedded.ts";
import { loadConfig } from "../config/load-config.ts";
import { createLog } from "../platform/log.ts";
export async function runServe(_args: string[]) {
  const loaded = loadConfig({ flags: {}, env: process.env, cwd: process.cwd() });
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const server = await startEmbedded({ config: loaded.config, log: createLog("info", "server") });
  console.log(JSON.stringify({ url: server.url, demo: server.demo }));
  for (const s of ["SIGINT", "SIGTERM"])
    process.on(s, async () => {
      await server.stop();
      process.exit(0);
    });
}
