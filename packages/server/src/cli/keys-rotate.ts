import type { CallAnswer } from "@weir/protocol/manage/calls";
import type { Command } from "commander";
import { counted } from "../platform/counted.ts";
import type { ApiClient } from "./client/api-client.ts";
import { withApi } from "./client/connect.ts";
import { takeDataFolder, takeJson } from "./command-options.ts";
import { showExamples } from "./example.ts";
import { print, printJson } from "./output.ts";
import { Progress } from "./progress.ts";

export function defineKeysRotate(command: Command): void {
  command.description(
    "Replace the key in token.key and encrypt every device token, secret and second factor with the new " +
      "key. The server may be running. The old key is deleted at the end. To continue an interrupted " +
      "rotation, run the command again. If the key comes from WEIR_TOKEN_KEY, set the new key there and the " +
      "old one in WEIR_TOKEN_KEY_PREVIOUS, restart the server, and run this command with the same two " +
      "variables.",
  );
  takeJson(takeDataFolder(command));
  showExamples(command, "weir keys rotate");
  command.action(async (options: { json?: true }) => {
    const done = await withApi(command, rotate, { staysHere: true });
    if (options.json) printJson(done);
    else print(summary(done));
  });
}

type Rotated = CallAnswer<"rotateKey">;

async function rotate(api: ApiClient): Promise<Rotated> {
  const progress = new Progress();
  let resealed = 0;
  for (;;) {
    const done = await api.call("rotateKey", {});
    resealed += done.resealed;
    if (done.remaining === 0) return { ...done, resealed };
    progress.show(() => `${resealed} of ${resealed + done.remaining} encrypted again`);
  }
}

function summary({ key_id, from_environment, resealed, unreadable }: Rotated): string {
  const values = counted(resealed, "value was", "values were");
  const lines = [`${values} encrypted again. The current key has the id ${key_id}.`];
  if (from_environment) lines.push("Remove WEIR_TOKEN_KEY_PREVIOUS now and restart the server.");
  else lines.push("The old key was deleted. Earlier backups still contain it.");
  if (unreadable > 0) {
    lines.push(
      `${counted(unreadable, "value")} could not be opened with either key and stayed as they were. Devices keep working. To show and use ` +
        `these values again, regenerate the tokens and set the secrets again.`,
    );
  }
  return lines.join("\n");
}
