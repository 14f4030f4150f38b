import { call } from "../../../api/client.ts";
import { useMay } from "../../../app/session.tsx";
import type { CopiedText } from "../../../ui/copy-to-clipboard.ts";
import { type SnippetTarget, tokenPlaceholder } from "./snippet-target.ts";

/**
 * The snippet to copy. For people who may see the token, it contains the token and works as it is. The token is
 * requested only when they copy, because that is recorded in the audit log.
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
