import { Columns3 } from "lucide-react";
import { Button } from "../../ui/button.tsx";

/** Also the trigger of the opened menu, whose attributes it takes. */
export function ColumnsTrigger(props: Readonly<Record<string, unknown>>) {
  return (
    <Button icon={<Columns3 size={15} aria-hidden />} {...props}>
      Columns
    </Button>
  );
}
