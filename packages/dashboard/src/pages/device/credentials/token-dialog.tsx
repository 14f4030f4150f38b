import { useEffect } from "react";
import { useChange } from "../../../api/change.ts";
import type { CallAnswer } from "../../../api/route-types.ts";
import { Button } from "../../../ui/button.tsx";
import { Facts } from "../../../ui/card.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Failure, Loading, Note } from "../../../ui/states.tsx";
import type { Device } from "../use-device.ts";
import { RegenerateForm } from "./regenerate-form.tsx";

export type ShownToken = CallAnswer<"showToken">;
export type TokenView = "show" | "regenerate";

/** Shows the token, or asks how to replace it: one dialog with two sides. */
export function TokenDialog({
  device,
  view,
  onView,
  onShown,
  onClose,
}: {
  readonly device: Device;
  readonly view: TokenView;
  readonly onView: (view: TokenView) => void;
  readonly onShown: (shown: ShownToken) => void;
  readonly onClose: () => void;
}) {
  const params = { device: device.uuid };
  const shown = useChange("showToken", { quiet: true, onDone: onShown });
  const regenerated = useChange("regenerateToken", {
    quiet: true,
    said: "Token regenerated",
    onDone: (answer) => {
      onShown(answer);
      onView("show");
    },
  });
  const answer = regenerated.data ?? shown.data;
  const { mutate: show } = shown;
  const isAsked = view === "show" && answer === undefined && shown.isIdle;
  useEffect(() => {
    // Every look is recorded in the audit log, so the token is requested once, not with every render.
    if (isAsked) show({ params: { device: device.uuid } });
  }, [isAsked, show, device.uuid]);
  if (view === "regenerate") {
    return (
      <RegenerateForm
        deviceName={device.name}
        isBusy={regenerated.isPending}
        error={regenerated.error}
        onRegenerate={(body) => regenerated.mutate({ params, body })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Access token"
      description={`“${device.name}” uses it to send readings. Treat it like a password.`}
      actions={
        <>
          <Button look="quiet" onClick={() => onView("regenerate")}>
            Regenerate…
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {answer !== undefined ? (
        <TokenFacts shown={answer} isNew={regenerated.data !== undefined} />
      ) : shown.isError ? (
        <Failure error={shown.error} onRetry={() => show({ params })} />
      ) : (
        <Loading shape="form" />
      )}
    </Dialog>
  );
}

function TokenFacts({ shown, isNew }: { readonly shown: ShownToken; readonly isNew: boolean }) {
  const { token, created_at, last_used, previous } = shown;
  return (
    <div className="flex flex-col gap-4">
      {isNew && (
        <Note tone={previous === null ? "ok" : "info"}>
          {previous === null
            ? "This is the new token. The old one has stopped working."
            : "This is the new token. The old one still works for now."}
        </Note>
      )}
      <CodeBlock code={token} label="Token" isWrapped />
      <Facts
        items={[
          ["Created", <RelativeTime key="created" at={created_at} />],
          ["Last used", <RelativeTime key="used" at={last_used} fallback="not yet" />],
          ...(previous === null ? [] : previousFacts(previous)),
        ]}
      />
      {!isNew && <p className="text-sm text-muted">Viewing this token was recorded in the audit log.</p>}
    </div>
  );
}

function previousFacts({ last_used, expires_at }: NonNullable<ShownToken["previous"]>) {
  const stops =
    expires_at === null ? "when the new one is first used" : <RelativeTime key="stops" at={expires_at} />;
  return [
    ["Old token stops", stops],
    ["Old token last used", <RelativeTime key="old-used" at={last_used} fallback="never" />],
  ] as const;
}
