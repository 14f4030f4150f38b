import { Link } from "@tanstack/react-router";
import { useEditor } from "./use-editor.ts";

const sendingTypes: readonly string[] = ["webhook", "email", "mqtt"];

/** Leads from a node that sends messages to what became of them. */
export function SentMessages({ node }: { readonly node: { readonly id: string; readonly type: string } }) {
  const { chain } = useEditor();
  if (!sendingTypes.includes(node.type)) return null;
  return (
    <Link
      to="/alarms/outbox"
      search={{ chain: chain.uuid, node: node.id } as never}
      className="self-start text-sm text-accent hover:underline"
    >
      Sent messages
    </Link>
  );
}
