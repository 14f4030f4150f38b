import { resolve } from "node:path";
import type { Command } from "commander";
import { backUp } from "../installation/embedded/backup/back-up.ts";
import type { BackupManifest } from "../installation/embedded/backup/backup-manifest.ts";
import { embeddedLayout } from "../installation/embedded/embedded-layout.ts";
import { weirVersion } from "../platform/version.ts";
import { folderConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { valueOrFail } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { formatBytes, formatTable } from "./table.ts";

export function defineBackup(command: Command): void {
  command.description(
    "Copy all data into a folder. The server may be running: the backup contains every reading that was " +
      "acknowledged before it began.",
  );
  command.argument("<dir>", "Folder to create; it must not exist yet or must be empty");
  command.option(
    "--without-key",
    "Leave out token.key, so that the backup alone is not enough to open the tokens and secrets in it",
  );
  takeJson(takeDataFolder(command));
  showExamples(
    command,
    "weir backup /backups/weir-$(date +%F)",
    "weir backup /offsite/weir-$(date +%F) --without-key",
  );
  command.action(async (dir: string, options: { withoutKey?: true; json?: true }) => {
    const { config } = folderConfig(
      command,
      "Back up its PostgreSQL database instead, as docs/guide/cluster-backup.md describes.",
    );
    const folder = resolve(dir);
    const manifest = valueOrFail(
      await backUp({
        dataDir: config.data,
        folder,
        layout: embeddedLayout,
        tokenKeyFrom: config.tokenKey === null ? "file" : "environment",
        withoutKey: options.withoutKey ?? false,
        weirVersion,
        createdAt: new Date().toISOString(),
        onProgress: ({ file, doing }) => process.stderr.write(`${doing} ${file} …\n`),
      }),
    );
    if (options.json) printJson({ backup: folder, ...manifest });
    else print(summary(folder, manifest));
  });
}

function summary(folder: string, { files, token_key }: BackupManifest): string {
  const table = formatTable(
    ["FILE", "SIZE", "SHA-256"],
    files.map(({ name, bytes, sha256 }) => [name, formatBytes(bytes), sha256]),
  );
  const key = {
    file: "The backup contains token.key, which opens every device token. Keep it where only you can read it.",
    environment:
      "The token key is not in the backup, because it comes from WEIR_TOKEN_KEY. Keep that key safe as well.",
    "left out":
      "token.key is not in the backup. Keep a copy of that file elsewhere: without it, the tokens and secrets in this backup cannot be opened.",
    none: "There is no token key yet.",
  }[token_key];
  return `Backup written to ${folder}\n\n${table}\n\n${key}`;
}
