import { call } from "../../../api/client.ts";
import { useMay } from "../../../app/session.tsx";
import type { CopiedText } from "../../../ui/copy-to-clipboard.ts";
import { type SnippetTarget, tokenPlaceholder } from "./snippet-target.ts";

/**
 * The copied snippet, which works: it contains the token, for people who may see it. The token is requested
 * when they copy and not before, because that is recorded in the audit log.
 */
export function useCopiedSnippet(
  deviceUuid: string,
  target: SnippetTarget,
  write: (target: SnippetTarget) => string,
): CopiedText {
  const mayEdit = useMay("editor");
  if (target.token !== tokenPlaceholder || !mayEdit) return write(target);
  return async () => {
    const { token } = await call("showToken", { params: { device: deviceUuid } });
    return write({ ...target, token });
  };
}
