import { resolve } from "node:path";
import type { Command } from "commander";
import { type Restored, restore } from "../installation/embedded/backup/restore.ts";
import { embeddedLayout } from "../installation/embedded/embedded-layout.ts";
import { folderConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printable, printJson } from "./output.ts";

export function defineRestore(command: Command): void {
  command.description(
    "Restore a data folder from a backup, after checking every file in it. The server must not be running.",
  );
  command
    .argument("<dir>", "Folder written by `weir backup`")
    .option("--force", "Replace an existing data folder, which is moved aside, not deleted");
  takeJson(takeDataFolder(command));
  showExamples(command, "weir restore /backups/weir-2026-06-15 --data ./data");
  command.action(async (dir: string, options: { force?: true; json?: true }) => {
    const { config } = folderConfig(
      command,
      "Restore its PostgreSQL database instead, as docs/guide/cluster-backup.md describes.",
    );
    const restored = valueOrFail(
      await restore({
        backup: resolve(dir),
        target: config.data,
        force: options.force ?? false,
        layout: embeddedLayout,
        now: new Date(),
        onProgress: ({ file, doing }) => process.stderr.write(`${doing} ${file} …\n`),
      }),
    );
    if (options.json)
      printJson({ data: config.data, moved_aside: restored.movedAside, ...restored.manifest });
    else print(summary(config.data, restored));
  });
}

function summary(target: string, { manifest, movedAside }: Restored): string {
  const lines = [`Restored the backup of ${printable(manifest.created_at)} into ${target}`];
  if (movedAside !== null) lines.push(`The previous data is now in ${movedAside}`);
  if (manifest.token_key === "environment") {
    lines.push("Set WEIR_TOKEN_KEY to the key the backup was made with. Otherwise tokens cannot be shown.");
  }
  if (manifest.token_key === "left out") {
    lines.push(
      `The backup has no token.key. Put yours into ${target} (mode 600) before you start the server. Otherwise tokens and secrets cannot be opened.`,
    );
  }
  return lines.join("\n");
}
