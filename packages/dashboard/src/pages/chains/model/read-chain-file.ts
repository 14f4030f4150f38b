import type { ExportedChain } from "./chain-templates.ts";

type ReadFile =
  | { readonly ok: true; readonly chain: ExportedChain }
  | { readonly ok: false; readonly problem: string };

/** Whether the text is an exported chain at all; whether it is a right one is for the server to tell. */
export function readChainFile(text: string): ReadFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: "This file isn’t JSON. Choose a file that was exported from a chain." };
  }
  const { format } = (json ?? {}) as { format?: unknown };
  if (format !== "weir-chain") {
    return {
      ok: false,
      problem: "This file isn’t an exported chain. Choose a file that was exported from a chain.",
    };
  }
  return { ok: true, chain: json as ExportedChain };
}
