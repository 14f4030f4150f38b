/**
 * A label that takes the room of its bold text, so that its neighbours do not move when it is selected. The style sheet
 * draws the bold text invisibly, so that screen readers do not read it twice.
 */
export function SteadyLabel({ text }: { readonly text: string }) {
  return (
    <span
      data-text={text}
      className="inline-flex flex-col items-center after:invisible after:block after:h-0 after:overflow-hidden after:font-medium after:content-[attr(data-text)]"
    >
      {text}
    </span>
  );
}
