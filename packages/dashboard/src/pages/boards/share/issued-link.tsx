import { useEffect } from "react";
import type { CallAnswer } from "../../../api/route-types.ts";
import { usePublicUrl } from "../../../app/session.tsx";
import { CodeBlock } from "../../../ui/copy.tsx";
import { lazyPart, type MissingProps } from "../../../ui/lazy-part.tsx";
import { LoopbackNote } from "../../../ui/loopback-note.tsx";
import { Note } from "../../../ui/states.tsx";
import { ShownDialog } from "../../settings/shown-dialog.tsx";
import { embedCode } from "./embed-code.ts";

// Boards are opened far more often than shared.
const QrCode = lazyPart(async () => (await import("../../../ui/qr-code.tsx")).QrCode, QrCodePlace);

/** The address of a link that was just created, as text, as a QR code and as code for other sites. */
export function IssuedLink({
  boardName,
  issued: { token, embedding },
  onClose,
}: {
  readonly boardName: string;
  readonly issued: CallAnswer<"createShareLink">;
  readonly onClose: () => void;
}) {
  const publicUrl = usePublicUrl();
  const link = `${publicUrl}/shared#${token}`;
  return (
    <ShownDialog isShownOnce title={`Share link for ${boardName}`} done="I’ve copied it" onClose={onClose}>
      <Note tone="warn">Copy the link now. You won’t be able to see it again.</Note>
      <LoopbackNote link={publicUrl} />
      <CodeBlock isWrapped label="Link" code={link} />
      {embedding && <CodeBlock isWrapped label="Embed code" code={embedCode(link, boardName)} />}
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={link} label="QR code of the link" />
        <p className="min-w-40 flex-1 text-sm text-muted">
          Scan this to open the board on a phone or tablet.
        </p>
      </div>
    </ShownDialog>
  );
}

/** As large as the code. If it can’t be loaded, the link is still there to copy. */
function QrCodePlace({ load, onLoaded }: MissingProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it loads only once, when it is first shown.
  useEffect(() => {
    void load().then((isLoaded) => isLoaded && onLoaded());
  }, []);
  return <div className="size-44 rounded-md bg-sunken" />;
}
