import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

/** A page that broke. Loading it anew mostly helps, for example after the server was updated. */
export function PageFault({ error }: { readonly error: Error }) {
  return (
    <EmptyState
      title="This page stopped working"
      action={<Button onClick={() => location.reload()}>Reload page</Button>}
    >
      {error.message}
    </EmptyState>
  );
}
