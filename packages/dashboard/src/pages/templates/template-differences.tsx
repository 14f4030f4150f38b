import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmAction } from "../../ui/confirm.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/states.tsx";
import { type Difference, differenceWords } from "./difference-words.ts";
import { templatesAndTheirUse } from "./templates-and-their-use.ts";

/** While a change is on its way to the device, the differences are read again. */
const pendingMs = 1000;

/** How a device differs from its template, and the button that makes it the same. */
export function TemplateDifferences({
  device,
  onApplied,
}: {
  readonly device: string;
  readonly onApplied: () => void;
}) {
  const found = useCall(
    "showTemplateDifferences",
    { params: { device } },
    { refetchInterval: ({ state }) => (state.data?.is_pending ? pendingMs : false) },
  );
  return (
    <Loaded result={found} what="Comparing with the template">
      {({ items, is_pending }) => (
        <>
          {is_pending && <Note>The template’s latest change will reach this device in a moment.</Note>}
          {items.length === 0 ? (
            <p className="text-sm text-muted">This device matches the template.</p>
          ) : (
            <Differences device={device} items={items} onApplied={onApplied} />
          )}
        </>
      )}
    </Loaded>
  );
}

function Differences({
  device,
  items,
  onApplied,
}: {
  readonly device: string;
  readonly items: readonly Difference[];
  readonly onApplied: () => void;
}) {
  const mayEdit = useMay("editor");
  const [isAsking, setIsAsking] = useState(false);
  const chains = useCall("listChains", { query: { limit: 1000 } }).data?.items ?? [];
  const chainNames = new Map(chains.map(({ uuid, name }) => [uuid, name]));
  const apply = useChange("applyTemplate", {
    refreshes: templatesAndTheirUse,
    said: "The device now matches its template.",
    onDone: onApplied,
  });
  const isOnlyExtra = items.every(({ kind }) => kind === "extra_sensor");
  const question = {
    title: "Apply the template to this device?",
    text: "Adds missing sensors and replaces the settings below with those of the template. If the template keeps readings for a shorter time, older readings are deleted. Sensors that only the device has stay.",
    action: "Apply template",
    onConfirm: () => apply.mutateAsync({ params: { device } }),
  };
  return (
    <div className="flex flex-col gap-3">
      <table className="w-full text-sm">
        <caption className="sr-only">Differences from the template</caption>
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th className="py-1.5 pr-3 font-medium">Difference</th>
            <th className="py-1.5 pr-3 font-medium">This device</th>
            <th className="py-1.5 font-medium">Template</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { what, device: own, template } = differenceWords(item, chainNames);
            return (
              <tr key={`${item.kind} ${item.sensor} ${item.field}`} className="border-b border-line">
                <td className="py-1.5 pr-3 break-words">{what}</td>
                <td className="py-1.5 pr-3 break-words">{own}</td>
                <td className="py-1.5 break-words">{template}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {mayEdit && !isOnlyExtra && (
        <div>
          <Button isBusy={apply.isPending} onClick={() => setIsAsking(true)}>
            Apply template…
          </Button>
        </div>
      )}
      <ConfirmAction question={question} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </div>
  );
}
