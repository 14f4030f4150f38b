import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";
import { browserName, canPush, subscribeBrowser } from "./push-subscription.ts";

/** Makes this browser a channel of the person. */
export function AddBrowser() {
  const [isAsking, setIsAsking] = useState(false);
  const create = useChange("createChannel", {
    refreshes: ["listChannels", "listAudit"],
    said: "This browser was added. Send a test to check that it works.",
  });
  if (!canPush())
    return (
      <p className="self-center text-sm text-muted">
        {window.isSecureContext
          ? "This browser doesn’t support push messages."
          : "To add this browser, open Weir over HTTPS."}
      </p>
    );
  const add = async () => {
    setIsAsking(true);
    try {
      const { public_key } = await call("showPushKey", {});
      const target = await subscribeBrowser(public_key);
      create.mutate({ body: { owner: "person", name: browserName(navigator.userAgent), target } });
    } catch (error) {
      toast(`This browser couldn’t be added. ${messageOf(error)}`, "bad");
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Button isBusy={isAsking || create.isPending} onClick={() => void add()}>
      Add this browser
    </Button>
  );
}
