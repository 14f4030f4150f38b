import type { Command } from "commander";
import type { Config } from "../config/settings.ts";
import type { ControlStore } from "../control/control-store.ts";
import { beginKeyRotation, endKeyRotation } from "../control/sealing/key-file.ts";
import { announceChanges } from "../installation/embedded/control-socket.ts";
import { type Resealed, recordRotation, resealAll } from "../manage/system/rotate-key.ts";
import { effectiveConfig, takeDataFolder, takeJson } from "./command-options.ts";
import { changeControl } from "./control-access.ts";
import { showExamples } from "./example.ts";
import { CommandFailure } from "./failure.ts";
import { print, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

export function defineKeysRotate(command: Command): void {
  command.description(
    "Replace the key in token.key and seal every device token, secret and second factor with the new one, also while the " +
      "server is running. The old key is deleted at the end. A rotation that was interrupted goes on when the command is " +
      "run again. When the key comes from WEIR_TOKEN_KEY, set the new one there and the old one in WEIR_TOKEN_KEY_PREVIOUS, " +
      "restart the server, and run this command with the same two variables.",
  );
  takeJson(takeDataFolder(command));
  showExamples(command, "weir keys rotate");
  command.action(async (options: { json?: true }) => {
    const { config } = effectiveConfig(command);
    const done = await changeControl(config, (store) => rotate(config, store));
    if (options.json) printJson(done);
    else print(summary(done, config));
  });
}

interface Rotated extends Resealed {
  readonly key_id: string;
}

async function rotate(config: Config, store: ControlStore): Promise<Rotated> {
  const isFromFile = config.tokenKey === null;
  if (!isFromFile && store.key.previous === null) {
    throw new CommandFailure(
      "previous_key_needed",
      "The key comes from WEIR_TOKEN_KEY. Set the new key there and the old one in WEIR_TOKEN_KEY_PREVIOUS, restart the " +
        "server with both, and run this command again.",
    );
  }
  if (isFromFile) {
    beginKeyRotation(config.data);
    store.key.reload();
    // From here on a running server seals with the new key, so nothing is sealed with the old one behind our back.
    await announceChanges(config.data, [{ kind: "key" }]);
  }
  const progress = new Progress();
  const done = await resealAll(store, (rows, of) => progress.show(() => `${rows} of ${of} sealed again`));
  await recordRotation(store, done);
  if (isFromFile) {
    endKeyRotation(config.data);
    await announceChanges(config.data, [{ kind: "key" }]);
  }
  return { key_id: store.key.current.id.toString("hex"), ...done };
}

function summary({ key_id, resealed, unreadable }: Rotated, { tokenKey }: Config): string {
  const values = resealed === 1 ? "1 value was" : `${resealed} values were`;
  const lines = [`${values} sealed again. The key in force has the id ${key_id}.`];
  if (tokenKey !== null) lines.push("Remove WEIR_TOKEN_KEY_PREVIOUS now and restart the server.");
  else lines.push("The old key was deleted. Backups made before still hold it.");
  if (unreadable > 0) {
    lines.push(
      `${unreadable} could not be opened with either key, so they stayed as they were. Devices keep working; regenerate ` +
        "their tokens and set the secrets anew to be able to show and use them.",
    );
  }
  return lines.join("\n");
}
