import { type CommandTree, leaf } from "../command-tree.ts";

export const cluster: CommandTree = {
  "adopt-stream": leaf(
    "Continue in a new stream, after NATS has lost the old one",
    async () => (await import("../cluster-commands.ts")).defineAdoptStream,
  ),
  "accept-key": leaf(
    "Let processes with a new token key join, after the old key was lost",
    async () => (await import("../cluster-key-command.ts")).defineAcceptKey,
  ),
};
