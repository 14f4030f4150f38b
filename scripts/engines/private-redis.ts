import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { EngineProcess, isListening } from "./engine-process.ts";

interface RedisOptions {
  readonly folder: string;
  readonly port: number;
  readonly under?: readonly string[];
  /** Additional arguments. */
  readonly settings?: readonly string[];
}

/** A private Redis server that keeps everything in memory. */
export async function startRedis({
  folder,
  port,
  under = [],
  settings = [],
}: RedisOptions): Promise<EngineProcess> {
  mkdirSync(folder, { recursive: true });
  return EngineProcess.start({
    name: "Redis",
    command: [
      "redis-server",
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--save",
      "",
      "--appendonly",
      "no",
      ...settings,
    ],
    under,
    logFile: join(folder, "redis.log"),
    isReady: () => isListening(port),
  });
}

export function redisUrl(port: number): string {
  return `redis://127.0.0.1:${port}`;
}
