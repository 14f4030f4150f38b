import { boardImageBytesMax, imageTextLengthMax } from "@weir/protocol/manage/board-limits";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useChange } from "../../../api/change.ts";
import { Button } from "../../../ui/button.tsx";
import { choicesOf, SelectField, TextField } from "../../../ui/field.tsx";
import { shrinkPicture } from "../../../ui/shrink-picture.ts";
import { toast } from "../../../ui/toast.tsx";
import { useTileData } from "../data/board-data.ts";
import type { ImageFit } from "../model/board.ts";
import type { TileFormProps } from "./tile-form-props.ts";

/** Sharp on the whole width of a large screen. */
const size = { longestPx: 1920, bytesMax: boardImageBytesMax };

const fits: Readonly<Record<ImageFit, string>> = {
  contain: "Show the whole image",
  cover: "Fill the tile",
};

/** The image of a tile. It is stored with the board as soon as it is chosen, so that the preview can show it. */
export function ImageFields({ fields, set }: TileFormProps) {
  const { image, alt, fit } = fields;
  const { board } = useTileData();
  const input = useRef<HTMLInputElement>(null);
  const [isReading, setReading] = useState(false);
  const add = useChange("addBoardImage", { onDone: (added) => set({ image: added.image }) });
  const isBusy = isReading || add.isPending;
  const take = async (file: File) => {
    setReading(true);
    try {
      add.mutate({ params: { board: board! }, body: await shrinkPicture(file, size) });
    } catch {
      toast("Your browser can’t read this file as an image.", "bad");
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      <div className="flex flex-col items-start gap-1">
        <span className="text-sm font-medium">Image</span>
        <Button
          icon={<Upload size={15} aria-hidden />}
          isBusy={isBusy}
          onClick={() => input.current?.click()}
        >
          {image === "" ? "Choose image…" : "Replace image…"}
        </Button>
        <p className="text-sm text-muted">PNG, JPEG or WebP. Large images are made smaller.</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="Image file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) void take(file);
            // Otherwise choosing the same file again would not be noticed.
            target.value = "";
          }}
        />
      </div>
      <TextField
        label="Description"
        isOptional
        autoComplete="off"
        maxLength={imageTextLengthMax}
        value={alt}
        hint="What the image shows, for people who can’t see it."
        onChange={(event) => set({ alt: event.target.value })}
      />
      <SelectField
        label="Size"
        value={fit}
        choices={choicesOf(fits)}
        onChange={(event) => set({ fit: event.target.value as ImageFit })}
      />
    </>
  );
}
