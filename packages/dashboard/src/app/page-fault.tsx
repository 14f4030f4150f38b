import { messageOf } from "../api/problem.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

/** Shown for a page that failed. Reloading usually helps, for example after the server was updated. */
export function PageFault({ error }: { readonly error: unknown }) {
  return (
    <EmptyState
      title="This page stopped working"
      action={<Button onClick={() => location.reload()}>Reload page</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}
